import type { Clock } from '#api/infrastructure/clock.ts'
import type { Endpoint, Exchange, StreamMessage } from './exchange.ts'
import { isRecord, parseInstant, parsePrice, parseRecord } from './parse.ts'
import { createRestClient, ExchangeError, fetchCandlePages } from './rest.ts'
import { hourOf } from './types.ts'

const PAGE = { hours: 1000 }
/** "Too many visits" and "exceeded the IP rate limit". */
const RATE_LIMITED = [10006, 10018]
/** Refusals of an address and of a country. */
const REFUSED = [10009, 10024]

/** Bybit spot: klines newest first, at most 1000 a page; live from the public `tickers` topic. */
export function bybit(endpoint: Endpoint, clock: Clock): Exchange {
  const getJson = createRestClient(clock, { errorOf, endsSessions: true })
  return {
    name: 'bybit',
    stream: {
      url: `${endpoint.stream}/v5/public/spot`,
      subscribe: '{"op":"subscribe","args":["tickers.BTCUSDT"]}',
      ping: '{"op":"ping"}',
      createParser: () => parseMessage,
    },
    candles: (request) =>
      fetchCandlePages(request, PAGE, hourOf(clock.now()), async (from, before) => {
        const span = `start=${from}&end=${before - 1}&limit=${PAGE.hours}`
        const reply = await getJson(
          `${endpoint.rest}/v5/market/kline?category=spot&symbol=BTCUSDT&interval=60&${span}`,
          request.signal,
        )
        return isRecord(reply) && isRecord(reply.result) ? reply.result.list : null
      }),
  }
}

function errorOf({ retCode }: Record<string, unknown>): ExchangeError | null {
  if (typeof retCode !== 'number' || retCode === 0) return null
  if (RATE_LIMITED.includes(retCode)) return new ExchangeError('limited', `code ${retCode}`, 5000)
  return new ExchangeError(REFUSED.includes(retCode) ? 'blocked' : 'failed', `code ${retCode}`)
}

/** Parses `{"topic":"tickers.BTCUSDT","ts":1763700000123,"data":{"lastPrice":"84000.01",…}}`. */
function parseMessage(message: string): StreamMessage {
  const event = parseRecord(message)
  if (event === null) return { kind: 'rejected' }
  if (typeof event.op === 'string') return { kind: event.success === false ? 'refused' : 'other' }
  if (event.topic !== 'tickers.BTCUSDT' || !isRecord(event.data)) return { kind: 'rejected' }
  const time = parseInstant(event.ts)
  const price = parsePrice(event.data.lastPrice)
  return time === null || price === null ? { kind: 'rejected' } : { kind: 'price', price, time }
}
