import type { Services } from '#desktop/renderer/platform/services.ts'
import { saveAdSlots, siteQuery } from '#desktop/renderer/platform/site.ts'

/** Asks which ad slots are filled, as the page itself says in a browser, and keeps it for the next start. */
export async function fetchAdSlots(services: Services): Promise<void> {
  const site = await services.queries.fetchQuery(siteQuery(services)).catch(() => null)
  if (site) saveAdSlots(services.platform.preferences, site)
}
