import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { CandleList } from '#shared/contract/candles.ts'
import { WEEK_CANDLES } from '#shared/contract/endpoints.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

function weekQuery({ api, queries }: Pick<Services, 'api' | 'queries'>) {
  return queryOptions({
    queryKey: queryKeys.week,
    meta: { isPublic: true },
    queryFn: async () => {
      const query = { exchange: 'binance', interval: '1h', limit: WEEK_CANDLES } as const
      const candles = await dataOf(api.candles.get({ query }))
      if (!Array.isArray(candles)) throw new TypeError('the candles are not a list')
      return candles
    },
    // The chart's candles serve as well while they are at hand.
    initialData: () => queries.getQueryData<CandleList>(queryKeys.candles)?.slice(0, WEEK_CANDLES),
    initialDataUpdatedAt: () => queries.getQueryState(queryKeys.candles)?.dataUpdatedAt,
    staleTime: HOUR_MS / 4,
    refetchInterval: HOUR_MS / 4,
  })
}

/** The hourly candles of the last seven days, newest first. */
export const useWeek = () => useQuery(weekQuery(useServices()))
