import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import { CANDLES_MAX } from '#shared/contract/endpoints.ts'
import {
  continues,
  fetchCount,
  hourOf,
  isCurrent,
  isSeries,
  merge,
  type Series,
} from './model/series.ts'

/** 500 to 2000 ms, so that clients do not retry in step. */
const retryDelay = () => 500 + Math.random() * 1500

/** The hourly candles; each fetch requests the missing hours and merges them into the cached series. */
function candlesQuery({ api, clock, queries }: Pick<Services, 'api' | 'clock' | 'queries'>) {
  const fetchCandles = async (limit: number): Promise<Series> => {
    const query = { exchange: 'binance', interval: '1h', limit } as const
    const reply = await dataOf(api.candles.get({ query }))
    // A proxy may have answered instead of the server; its reply must not be cached.
    if (!isSeries(reply)) throw new ApiFailure(200, 'UNREACHABLE', 'The reply is not candles.')
    return reply
  }
  return queryOptions({
    queryKey: queryKeys.candles,
    queryFn: async (): Promise<Series> => {
      const cached = queries.getQueryData<Series>(queryKeys.candles) ?? []
      const fetched = await fetchCandles(fetchCount(cached, clock.now()))
      if (continues(cached, fetched)) return merge(cached, fetched)
      const all = await fetchCandles(CANDLES_MAX)
      return all.length > 0 ? merge([], all) : cached
    },
    // useCandles retries, without a limit.
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** The candles, refetched every hour and until the newest is the current hour's. */
export function useCandles() {
  const services = useServices()
  const { seconds } = services
  const query = useQuery(candlesQuery(services))
  const hour = useSyncExternalStore(seconds.subscribe, () => hourOf(seconds.getState()))
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = query
  useEffect(() => {
    const hasSettled = dataUpdatedAt + errorUpdatedAt > 0
    const isGood = dataUpdatedAt > errorUpdatedAt && isCurrent(data ?? [], hour)
    if (!hasSettled || isGood) return
    const timer = setTimeout(refetch, retryDelay())
    return () => clearTimeout(timer)
  }, [data, dataUpdatedAt, errorUpdatedAt, hour, refetch])
  return query
}
