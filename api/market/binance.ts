import type { Clock } from '#api/infrastructure/clock.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Endpoint, Exchange, StreamMessage } from './exchange.ts'
import { isRecord, parseInstant, parsePrice, parseRecord } from './parse.ts'
import { createRestClient, fetchCandlePages } from './rest.ts'
import { hourOf } from './types.ts'

const PAGE = { hours: 1000 }

/** Binance spot through its public market-data hosts: klines by REST, a mini ticker each second. */
export function binance(endpoint: Endpoint, clock: Clock): Exchange {
  const getJson = createRestClient(clock)
  return {
    name: 'binance',
    stream: {
      url: `${endpoint.stream}/ws/btcusdt@miniTicker`,
      subscribe: null,
      ping: null,
      createParser: () => parseMessage,
    },
    candles: (request) =>
      fetchCandlePages(request, PAGE, hourOf(clock.now()), (from, before) => {
        const limit = (before - from) / HOUR_MS
        const span = `startTime=${from}&endTime=${before - 1}&limit=${limit}`
        return getJson(
          `${endpoint.rest}/api/v3/klines?symbol=BTCUSDT&interval=1h&${span}`,
          request.signal,
        )
      }),
  }
}

/** Parses `{"e":"24hrMiniTicker","E":1763700000123,"s":"BTCUSDT","c":"84000.01",…}`. */
function parseMessage(message: string): StreamMessage {
  const event = parseRecord(message)
  if (event === null) return { kind: 'rejected' }
  if (event.e === 'serverShutdown') return { kind: 'closing' }
  if (isRecord(event.error)) return { kind: 'refused' }
  const time = parseInstant(event.E)
  const price = parsePrice(event.c)
  if (event.e !== '24hrMiniTicker' || event.s !== 'BTCUSDT' || time === null || price === null) {
    return { kind: 'rejected' }
  }
  return { kind: 'price', price, time }
}
