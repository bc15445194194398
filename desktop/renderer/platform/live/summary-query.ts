import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

/**
 * Bypasses the HTTP cache: the ETag ignores the server time, so a cached copy would set the clock
 * back.
 */
const FRESH = { fetch: { cache: 'no-store' } } as const

/** The vote summary; live updates replace it in the cache, where a reply that is older stays out. */
export function summaryQuery({ api, live }: Pick<Services, 'api' | 'live'>) {
  return queryOptions({
    queryKey: queryKeys.summary,
    meta: { isPublic: true },
    queryFn: async () => {
      const summary = await dataOf(api.vote.summary.get(FRESH))
      return live.receive({ type: 'polled', summary }) ?? summary
    },
    staleTime: 60_000,
  })
}

/** The vote summary, updated by the live connection. */
export const useSummary = () => useQuery(summaryQuery(useServices()))
