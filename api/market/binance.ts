import type { Clock } from '#api/infrastructure/clock.ts'
import { candlePages } from './candle-pages.ts'
import type { Endpoint, Exchange, StreamMessage } from './exchange.ts'
import { jsonRecord } from './json.ts'
import { restClient } from './rest.ts'
import { HOUR, hourOf } from './types.ts'
import { asInstant, asPrice } from './values.ts'

const PAGE = 1000
const VOLUME = 5

/** Binance spot, by its public market-data hosts: klines by REST, one mini ticker a second live. */
export function binance(endpoint: Endpoint, clock: Clock): Exchange {
  const getJson = restClient(clock)
  return {
    name: 'binance',
    stream: {
      url: `${endpoint.stream}/ws/btcusdt@miniTicker`,
      subscribe: null,
      ping: null,
      read,
    },
    candles: (request) =>
      candlePages(request, PAGE, VOLUME, hourOf(clock.now()), (from, before) => {
        const limit = (before - from) / HOUR
        const span = `startTime=${from}&endTime=${before - 1}&limit=${limit}`
        return getJson(
          `${endpoint.rest}/api/v3/klines?symbol=BTCUSDT&interval=1h&${span}`,
          request.signal,
        )
      }),
  }
}

/** Reads `{"e":"24hrMiniTicker","E":1763700000123,"s":"BTCUSDT","c":"84000.01",…}`. */
function read(message: string): StreamMessage {
  const event = jsonRecord(message)
  if (event === null) return { kind: 'rejected' }
  if (event.e === 'serverShutdown') return { kind: 'other' }
  const time = asInstant(event.E)
  const price = asPrice(event.c)
  if (event.e !== '24hrMiniTicker' || event.s !== 'BTCUSDT' || time === null || price === null) {
    return { kind: 'rejected' }
  }
  return { kind: 'price', price, time }
}
