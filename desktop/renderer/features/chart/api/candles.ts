import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import {
  fetchCount,
  goesOn,
  hourOf,
  isCurrent,
  isSeries,
  merge,
  type Series,
} from '#desktop/renderer/features/chart/model/series.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import { CANDLES_MAX } from '#shared/contract/candles.ts'

/** The wait before asking again, so that not everybody asks at once: 500 to 2000 ms. */
const retryDelay = () => 500 + Math.random() * 1500

/** The hourly candles; each call asks for what is missing and adds it to what is known. */
export function candlesQuery({ api, clock, queries }: Pick<Services, 'api' | 'clock' | 'queries'>) {
  const ask = async (limit: number): Promise<Series> => {
    const query = { exchange: 'binance', interval: '1h', limit } as const
    const reply = await dataOf(api.candles.get({ query }))
    // Something in between may have answered for the server; what it said must not stay.
    if (!isSeries(reply)) throw new ApiFailure(200, 'UNREACHABLE', 'The reply is not candles.')
    return reply
  }
  return queryOptions({
    queryKey: queryKeys.candles,
    queryFn: async (): Promise<Series> => {
      const known = queries.getQueryData<Series>(queryKeys.candles) ?? []
      try {
        const fetched = await ask(fetchCount(known, clock.now()))
        if (goesOn(known, fetched)) return merge(known, fetched)
        const all = await ask(CANDLES_MAX)
        return all.length > 0 ? merge([], all) : known
      } catch (error) {
        console.warn('the candles could not be loaded', error)
        throw error
      }
    },
    // It is asked again below, for as long as it takes.
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** The candles, asked for anew each hour, and until the newest is the one of the current hour. */
export function useCandles() {
  const services = useServices()
  const { seconds } = services
  const query = useQuery(candlesQuery(services))
  const hour = useSyncExternalStore(seconds.subscribe, () => hourOf(seconds.get()))
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
