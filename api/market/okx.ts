import type { Clock } from '#api/infrastructure/clock.ts'
import type { Endpoint, Exchange, StreamMessage } from './exchange.ts'
import { isRecord, parseInstant, parsePrice, parseRecord } from './parse.ts'
import { createRestClient, ExchangeError, fetchCandlePages } from './rest.ts'
import { HOUR, hourOf } from './types.ts'

const PAGE = 100
const VOLUME = 5
/** `candles` returns the newest 1440 hours and the current one, `history-candles` closed ones. */
const RECENT_HOURS = 1400

/** OKX spot: candles newest first, at most 100 a page; live from the public `tickers` channel. */
export function okx(endpoint: Endpoint, clock: Clock): Exchange {
  const getJson = createRestClient(clock)
  return {
    name: 'okx',
    stream: {
      url: `${endpoint.stream}/ws/v5/public`,
      subscribe: '{"op":"subscribe","args":[{"channel":"tickers","instId":"BTC-USDT"}]}',
      ping: 'ping',
      parse: parseMessage,
    },
    candles: (request) => {
      const now = hourOf(clock.now())
      return fetchCandlePages(request, PAGE, VOLUME, now, async (from, before) => {
        const path = from >= now - RECENT_HOURS * HOUR ? 'candles' : 'history-candles'
        // Both bounds are exclusive; `after` is the upper one.
        const span = `before=${from - 1}&after=${before}&limit=${PAGE}`
        const reply = await getJson(
          `${endpoint.rest}/api/v5/market/${path}?instId=BTC-USDT&bar=1H&${span}`,
          request.signal,
        )
        return rowsOf(reply)
      })
    },
  }
}

function rowsOf(reply: unknown): unknown {
  if (!isRecord(reply)) return null
  if (reply.code === '50011') throw new ExchangeError('limited', 'code 50011', 2000)
  return reply.code === '0' ? reply.data : null
}

/** Parses `{"arg":{"channel":"tickers",…},"data":[{"instId":"BTC-USDT","last":"…","ts":"…"}]}`. */
function parseMessage(message: string): StreamMessage {
  if (message === 'pong') return { kind: 'other' }
  const event = parseRecord(message)
  if (event === null) return { kind: 'rejected' }
  if (event.event === 'subscribe' || event.event === 'notice') return { kind: 'other' }
  const ticker: unknown = Array.isArray(event.data) ? event.data[0] : null
  if (!isRecord(ticker) || ticker.instId !== 'BTC-USDT') return { kind: 'rejected' }
  const time = parseInstant(ticker.ts)
  const price = parsePrice(ticker.last)
  return time === null || price === null ? { kind: 'rejected' } : { kind: 'price', price, time }
}
