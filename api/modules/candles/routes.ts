import { Elysia } from 'elysia'
import { type Limited, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { type PreparedReply, prepareReply, responder } from '#api/infrastructure/prepared-reply.ts'
import type { Market } from '#api/market/market.ts'
import { priceAgeHeader } from '#api/market/price.ts'
import type { Candle as MarketCandle } from '#api/market/types.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { type Candle, CandleList, CandlesQuery } from '#shared/contract/candles.ts'
import { CANDLES_MAX, WEEK_CANDLES } from '#shared/contract/endpoints.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'

/** Headers of candles, which pages of other origins may read too. */
export const PRICE_HEADERS = ['x-price-source', 'x-price-market', 'x-price-age']

type CandleMarket = Pick<Market, 'candles' | 'version' | 'source' | 'kind' | 'price'>

/** The limits of our clients, and the default; replies of other lengths are built for each request. */
const COMMON_LIMITS: readonly number[] = [100, WEEK_CANDLES, 800, CANDLES_MAX]
/** Cost in reads of a reply that is built for its request, about 5 ms of CPU. */
const OTHER_POINTS = 5

/** From this number of candles on a third of the bytes is worth a second of processor time. */
const BROTLI_FROM = 800

/** A volume to four significant digits, enough to draw it, without trailing zeros. */
export function shortVolume(volume: string): string {
  const value = Number(volume)
  const places = value > 0 ? Math.min(8, Math.max(0, 3 - Math.floor(Math.log10(value)))) : 0
  const text = value.toFixed(places)
  return places > 0 ? text.replace(/\.?0+$/, '') : text
}

function toReply({ otime, open, bar }: MarketCandle): Candle {
  if (!bar) return { otime, oprice: open }
  const { high, low, close, volume } = bar
  return {
    otime,
    oprice: open,
    hprice: high,
    lprice: low,
    cprice: close,
    volume: shortVolume(volume),
  }
}

/**
 * Candles over HTTP: hourly, newest first. X-Price-Market names the kind of market (real, replay,
 * simulated).
 */
export function candlesRoutes(market: CandleMarket, replies: Replies, limited: Limited) {
  const age = priceAgeHeader(market)
  const build = (limit: number): PreparedReply => {
    const list: CandleList = market.candles(limit).map(toReply)
    const headers = {
      'x-price-source': market.source() ?? 'none',
      'x-price-market': market.kind(),
    }
    return prepareReply(list, { headers, moving: age, hasBrotli: limit >= BROTLI_FROM })
  }

  return new Elysia({ name: 'candles', tags: ['candles'] }).use(requestContext).get(
    '/candles',
    async (context) => {
      const { limit = CANDLES_MAX } = context.query
      if (COMMON_LIMITS.includes(limit)) {
        return replies.sendApi(context, {
          topics: [],
          state: market.version,
          build: () => build(limit),
        })
      }
      await limited(READ_QUOTA, context, undefined, OTHER_POINTS)
      return responder(build(limit))(context.request)
    },
    { query: CandlesQuery, response: { 200: CandleList, ...READ_REFUSALS } },
  )
}
