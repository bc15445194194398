import { Elysia } from 'elysia'
import {
  type PreparedReply,
  prepareReply,
  type ResponseCache,
} from '#api/infrastructure/response-cache.ts'
import type { Market } from '#api/market/market.ts'
import { priceAgeHeader } from '#api/market/price.ts'
import { CANDLES_MAX, CandleList, CandlesQuery } from '#shared/contract/candles.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'

type CandleMarket = Pick<Market, 'candles' | 'version' | 'source' | 'kind' | 'price'>

/** Maximum distinct `limit`s in the cache; the clients use three. */
const MAX_LIMITS = 32

/**
 * Candle replies by `limit`, rebuilt when the list changes. X-Price-Market names the kind of market
 * (real, replay, simulated).
 */
export function createCandleReplies(market: CandleMarket): (limit: number) => PreparedReply {
  const age = priceAgeHeader(market)
  let version = -1
  let replies = new Map<number, PreparedReply>()
  return (limit) => {
    if (version !== market.version() || replies.size >= MAX_LIMITS) {
      version = market.version()
      replies = new Map()
    }
    const known = replies.get(limit)
    if (known) return known
    const list: CandleList = market
      .candles(limit)
      .map(({ otime, open }) => ({ otime, oprice: open }))
    const headers = {
      'x-price-source': market.source() ?? 'none',
      'x-price-market': market.kind(),
    }
    const reply = prepareReply(list, { headers, moving: age })
    replies.set(limit, reply)
    return reply
  }
}

/** Candles over HTTP: hourly, newest first. */
export function candlesRoutes(replies: (limit: number) => PreparedReply, cache: ResponseCache) {
  return new Elysia({ name: 'candles', tags: ['candles'] }).get(
    '/candles',
    ({ query, request, route }) =>
      cache.send({ request, route }, () => replies(query.limit ?? CANDLES_MAX)),
    { query: CandlesQuery, response: { 200: CandleList, ...READ_REFUSALS } },
  )
}
