import { queryOptions, useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'

/** While the stream is away the summary is asked for this often. */
const POLL_MS = 4_000

/**
 * Past the browser's cache: the server answers "unchanged" when only its time of day is another,
 * and the copy in the cache would set the clock back.
 */
const FRESH = { fetch: { cache: 'no-store' } } as const

/** The vote summary; the live stream replaces it in the cache as it changes. */
export function summaryQuery({ api, session, live }: Pick<Services, 'api' | 'session' | 'live'>) {
  return queryOptions({
    queryKey: queryKeys.summary,
    meta: { isPublic: true },
    queryFn: async () => {
      const summary = await session.call(() => api.vote.summary.get(FRESH))
      live.hearSummary(summary)
      return summary
    },
    staleTime: 60_000,
  })
}

/** The vote summary, kept fresh by the stream, or by asking while there is none. */
export function useSummary() {
  const services = useServices()
  const link = useStore(services.live.link)
  return useQuery({
    ...summaryQuery(services),
    refetchInterval: link === 'live' ? false : POLL_MS,
    refetchIntervalInBackground: false,
  })
}
