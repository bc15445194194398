import type { Clock } from '#api/infrastructure/clock.ts'
import type { Endpoint, Exchange, StreamMessage } from './exchange.ts'
import { isRecord, parseInstant, parsePrice, parseRecord } from './parse.ts'
import { createRestClient, ExchangeError, fetchCandlePages } from './rest.ts'
import { hourOf } from './types.ts'

const PAGE = 1000
const VOLUME = 5

/** Bybit spot: klines newest first, at most 1000 a page; live from the public `tickers` topic. */
export function bybit(endpoint: Endpoint, clock: Clock): Exchange {
  const getJson = createRestClient(clock)
  return {
    name: 'bybit',
    stream: {
      url: `${endpoint.stream}/v5/public/spot`,
      subscribe: '{"op":"subscribe","args":["tickers.BTCUSDT"]}',
      ping: '{"op":"ping"}',
      parse: parseMessage,
    },
    candles: (request) =>
      fetchCandlePages(request, PAGE, VOLUME, hourOf(clock.now()), async (from, before) => {
        const span = `start=${from}&end=${before - 1}&limit=${PAGE}`
        const reply = await getJson(
          `${endpoint.rest}/v5/market/kline?category=spot&symbol=BTCUSDT&interval=60&${span}`,
          request.signal,
        )
        return rowsOf(reply)
      }),
  }
}

function rowsOf(reply: unknown): unknown {
  if (!isRecord(reply)) return null
  if (reply.retCode === 10006) throw new ExchangeError('limited', 'retCode 10006', 5000)
  return reply.retCode === 0 && isRecord(reply.result) ? reply.result.list : null
}

/** Parses `{"topic":"tickers.BTCUSDT","ts":1763700000123,"data":{"lastPrice":"84000.01",…}}`. */
function parseMessage(message: string): StreamMessage {
  const event = parseRecord(message)
  if (event === null) return { kind: 'rejected' }
  if (typeof event.op === 'string') return { kind: 'other' }
  if (event.topic !== 'tickers.BTCUSDT' || !isRecord(event.data)) return { kind: 'rejected' }
  const time = parseInstant(event.ts)
  const price = parsePrice(event.data.lastPrice)
  return time === null || price === null ? { kind: 'rejected' } : { kind: 'price', price, time }
}
