import type { Services } from '#desktop/renderer/platform/services.ts'
import { saveAdSlots, siteQuery } from '#desktop/renderer/platform/site.ts'

/**
 * Fetches the filled ad slots, which a web page carries itself, and stores them for the next start.
 */
export async function fetchAdSlots(services: Services): Promise<void> {
  const site = await services.queries.fetchQuery(siteQuery(services)).catch(() => null)
  if (site) saveAdSlots(services.platform.preferences, site)
}
