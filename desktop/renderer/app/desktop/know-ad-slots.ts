import { keepAdSlots } from '#desktop/renderer/platform/ad-slots.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { siteQuery } from '#desktop/renderer/platform/site-query.ts'

/** Asks which ad slots are filled, as the page itself says in a browser, and keeps it for the next start. */
export async function knowAdSlots(services: Services): Promise<void> {
  const site = await services.queries.fetchQuery(siteQuery(services)).catch(() => null)
  if (site) keepAdSlots(services.platform.preferences, site)
}
