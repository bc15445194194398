import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import { CANDLES_MAX } from '#shared/contract/endpoints.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import {
  continues,
  fetchCount,
  hourOf,
  isCurrent,
  isSeries,
  merge,
  type Series,
  type SeriesSummary,
  summarize,
} from './model/series.ts'

/** 500 to 2000 ms, so that clients do not retry in step. */
const retryDelay = () => 500 + Math.random() * 1500

async function fetchSeries({ api }: Pick<Services, 'api'>, limit: number): Promise<Series> {
  const query = { exchange: 'binance', interval: '1h', limit } as const
  const reply = await dataOf(api.candles.get({ query }))
  // A proxy may have answered instead of the server; its reply must not be cached.
  if (!isSeries(reply)) throw new ApiFailure(200, 'UNREACHABLE', 'The reply is not candles.')
  return reply
}

/** The hourly candles; each fetch requests the missing hours and merges them into the cached series. */
function candlesQuery(services: Services, isNeeded: boolean) {
  const { clock, queries, serverSanitize } = services
  const fetchCandles = (limit: number) => fetchSeries(services, limit)
  return queryOptions({
    queryKey: queryKeys.candles,
    queryFn: async (): Promise<Series> => {
      const cached = queries.getQueryData<Series>(queryKeys.candles) ?? []
      const fetched = await fetchCandles(fetchCount(cached, clock.now()))
      if (continues(cached, fetched)) return merge(cached, fetched)
      const all = await fetchCandles(CANDLES_MAX)
      return all.length > 0 ? merge([], all) : cached
    },
    // A page comes with their summary only, which is a thousandth of their size.
    enabled: isNeeded && serverSanitize === null,
    // useCandles retries, without a limit.
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** The server's summary of this minute: reading 3,000 candles costs ten times the render of a page. */
let ofMinute: { minute: number; summary: Promise<SeriesSummary | null> } | null = null

function fetchSummary(services: Services): Promise<SeriesSummary | null> {
  const minute = Math.floor(services.clock.now() / MINUTE_MS)
  if (ofMinute?.minute === minute) return ofMinute.summary
  const summary = fetchSeries(services, CANDLES_MAX).then(summarize)
  ofMinute = { minute, summary }
  // A failure is not cached.
  summary.catch(() => {
    ofMinute = null
  })
  return summary
}

/** The summary of all candles as of the page's markup, until the candles are there; null without markup. */
export function useCandleSummary(): SeriesSummary | null {
  const services = useServices()
  const { data } = useQuery({
    queryKey: queryKeys.candleSummary,
    queryFn: () => fetchSummary(services),
    enabled: services.serverSanitize !== null,
  })
  return data ?? null
}

/** The candles while they are needed, refetched every hour and until the newest is the current hour's. */
export function useCandles(isNeeded: boolean) {
  const services = useServices()
  const { seconds } = services
  const query = useQuery(candlesQuery(services, isNeeded))
  const hour = useStore(seconds, hourOf)
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = query
  useEffect(() => {
    const hasSettled = dataUpdatedAt + errorUpdatedAt > 0
    const isGood = dataUpdatedAt > errorUpdatedAt && isCurrent(data ?? [], hour)
    if (!isNeeded || !hasSettled || isGood) return
    const timer = setTimeout(refetch, retryDelay())
    return () => clearTimeout(timer)
  }, [isNeeded, data, dataUpdatedAt, errorUpdatedAt, hour, refetch])
  return query
}
