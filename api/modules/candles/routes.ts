import { Elysia } from 'elysia'
import { answerKept } from '#api/infrastructure/http/answer-kept.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/http/prepared-reply.ts'
import type { Market } from '#api/market/market.ts'
import { priceAgeHeader } from '#api/market/price.ts'
import { CANDLES_MAX, CandleList, CandlesQuery } from '#shared/contract/candles.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'

/** What the replies need of the market. */
type CandleMarket = Pick<Market, 'candles' | 'version' | 'source' | 'kind' | 'price'>

/** Lengths that are kept at once; the clients ask for three. */
const KEPT_MAX = 32

/**
 * Candle replies by length, made again when the list has changed. `market` is where prices come from
 * (real, replay, simulated) and goes out beside the source.
 */
export function createCandleReplies(market: CandleMarket): (limit: number) => PreparedReply {
  const age = priceAgeHeader(market)
  let version = -1
  let replies = new Map<number, PreparedReply>()
  return (limit) => {
    if (version !== market.version() || replies.size >= KEPT_MAX) {
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
export function candlesRoutes(replies: (limit: number) => PreparedReply) {
  return new Elysia({ name: 'candles', tags: ['candles'] }).get(
    '/candles',
    ({ query, request }) => answerKept(request, () => replies(query.limit ?? CANDLES_MAX)),
    { query: CandlesQuery, response: { 200: CandleList, ...READ_REFUSALS } },
  )
}
