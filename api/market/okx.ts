import type { Clock } from '#api/infrastructure/clock.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Endpoint, Exchange, StreamMessage } from './exchange.ts'
import { isRecord, parseCandle, parseInstant, parsePrice, parseRecord } from './parse.ts'
import { createRestClient, ExchangeError, fetchCandlePages } from './rest.ts'
import { type Candle, hourOf } from './types.ts'

const PAGE_HOURS = 300
/** Index of the flag that is "1" once the candle is final. */
const CONFIRM = 8
/** `candles` returns the newest 1440 hours and the current one, `history-candles` older ones. */
const RECENT_HOURS = 1400
/** The connection will soon be closed for an upgrade. */
const UPGRADE = '64008'

/** OKX spot: candles newest first, at most 300 a page; live from the public `tickers` channel. */
export function okx(endpoint: Endpoint, clock: Clock): Exchange {
  const getJson = createRestClient(clock, { errorOf })
  return {
    name: 'okx',
    stream: {
      url: `${endpoint.stream}/ws/v5/public`,
      subscribe: '{"op":"subscribe","args":[{"channel":"tickers","instId":"BTC-USDT"}]}',
      ping: 'ping',
      createParser: () => parseMessage,
    },
    candles: (request) => {
      const now = hourOf(clock.now())
      const page = { hours: PAGE_HOURS, parseRow }
      return fetchCandlePages(request, page, now, async (from, before) => {
        const path = from >= now - RECENT_HOURS * HOUR_MS ? 'candles' : 'history-candles'
        // Both bounds are exclusive; `after` is the upper one.
        const span = `before=${from - 1}&after=${before}&limit=${PAGE_HOURS}`
        const reply = await getJson(
          `${endpoint.rest}/api/v5/market/${path}?instId=BTC-USDT&bar=1H&${span}`,
          request.signal,
        )
        return isRecord(reply) ? reply.data : null
      })
    },
  }
}

/** Rejects a past hour that is not final yet: a later request returns it again. */
function parseRow(row: unknown, currentHour: number): Candle | null {
  const candle = parseCandle(row, currentHour)
  if (candle === null || !Array.isArray(row)) return null
  return candle.otime === currentHour || row[CONFIRM] === '1' ? candle : null
}

/** 50011 is the rate limit, 50051 the refusal of a country. */
function errorOf({ code }: Record<string, unknown>): ExchangeError | null {
  if (code === '0' || typeof code !== 'string') return null
  if (code === '50011') return new ExchangeError('limited', `code ${code}`, 2000)
  return new ExchangeError(code === '50051' ? 'blocked' : 'failed', `code ${code}`)
}

/** Parses `{"arg":{"channel":"tickers",…},"data":[{"instId":"BTC-USDT","last":"…","ts":"…"}]}`. */
function parseMessage(message: string): StreamMessage {
  if (message === 'pong') return { kind: 'other' }
  const event = parseRecord(message)
  if (event === null) return { kind: 'rejected' }
  if (typeof event.event === 'string') return parseEvent(event.event, event.code)
  const ticker: unknown = Array.isArray(event.data) ? event.data[0] : null
  if (!isRecord(ticker) || ticker.instId !== 'BTC-USDT') return { kind: 'rejected' }
  const time = parseInstant(ticker.ts)
  const price = parsePrice(ticker.last)
  return time === null || price === null ? { kind: 'rejected' } : { kind: 'price', price, time }
}

function parseEvent(event: string, code: unknown): StreamMessage {
  if (event === 'notice' && code === UPGRADE) return { kind: 'closing' }
  if (event === 'error' || event === 'channel-conn-count-error') return { kind: 'refused' }
  return { kind: 'other' }
}
