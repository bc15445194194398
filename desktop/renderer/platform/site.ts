import { queryOptions, useQuery } from '@tanstack/react-query'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { Site } from '#shared/contract/site.ts'
import type { Preferences } from './platform.ts'
import { queryKeys } from './query-keys.ts'
import { type Services, useServices } from './services.ts'

/** Public settings of the server: donation addresses and ad slots. */
export const siteQuery = ({ api }: Pick<Services, 'api'>) =>
  queryOptions({
    queryKey: queryKeys.site,
    meta: { isPublic: true },
    queryFn: () => dataOf(api.site.get()),
    // They change with a restart of the server only.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useSite = () => useQuery(siteQuery(useServices()))

const AD_SLOTS_KEY = 'adSlots'

/** Names of the filled ad slots in the last reply of the server. */
export function loadAdSlots(preferences: Preferences): readonly string[] {
  return preferences.read(AD_SLOTS_KEY)?.split(' ') ?? []
}

/** Stores which ad slots are filled, for the next start. */
export function saveAdSlots(preferences: Preferences, { ads }: Pick<Site, 'ads'>): void {
  const filled = Object.entries(ads).filter(([, slot]) => slot !== null)
  if (filled.length === 0) preferences.remove(AD_SLOTS_KEY)
  else preferences.write(AD_SLOTS_KEY, filled.map(([name]) => name).join(' '))
}
