import { keepAdSlots } from '../../platform/ad-slots.ts'
import type { Services } from '../../platform/services.ts'
import { siteQuery } from '../../platform/site-query.ts'

/** Asks which ad slots are filled, as the page itself says in a browser, and keeps it for the next start. */
export async function knowAdSlots(services: Services): Promise<void> {
  const site = await services.queries.fetchQuery(siteQuery(services)).catch(() => null)
  if (site) keepAdSlots(services.platform.preferences, site)
}
