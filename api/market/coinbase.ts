import type { Clock } from '#api/infrastructure/clock.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Endpoint, Exchange, ParseMessage, StreamMessage } from './exchange.ts'
import { parsePrice, parseRecord } from './parse.ts'
import { createRestClient, fetchCandlePages } from './rest.ts'
import { hourOf } from './types.ts'

/** A range of more than 301 hours is refused with HTTP 400. */
const PAGE = { hours: 300 }
const PRODUCT = 'BTC-USDT'

/**
 * Coinbase Exchange: candles newest first, at most 300 a page, none for an hour without trades; live
 * from the `ticker` channel, with a heartbeat each second.
 */
export function coinbase(endpoint: Endpoint, clock: Clock): Exchange {
  const getJson = createRestClient(clock)
  return {
    name: 'coinbase',
    stream: {
      url: endpoint.stream,
      subscribe: `{"type":"subscribe","product_ids":["${PRODUCT}"],"channels":["ticker","heartbeat"]}`,
      ping: null,
      createParser,
    },
    candles: (request) =>
      fetchCandlePages(request, PAGE, hourOf(clock.now()), async (from, before) => {
        // Both bounds are inclusive; rows may precede the start.
        const span = `start=${isoOf(from)}&end=${isoOf(before - HOUR_MS)}`
        const rows = await getJson(
          `${endpoint.rest}/products/${PRODUCT}/candles?granularity=3600&${span}`,
          request.signal,
        )
        if (!Array.isArray(rows)) return null
        return rows.map(toCommonRow).filter((row) => !precedes(row, from))
      }),
  }
}

const isoOf = (instant: number) => new Date(instant).toISOString()

/** Converts `[seconds, low, high, open, close, volume]`, all numbers, to the order of the others. */
function toCommonRow(row: unknown): unknown {
  if (!Array.isArray(row)) return row
  const [seconds, low, high, open, close, volume] = row
  return [Number(seconds) * 1000, `${open}`, `${high}`, `${low}`, `${close}`, volume]
}

const precedes = (row: unknown, from: number) => Array.isArray(row) && row[0] < from

/**
 * Parses `{"type":"ticker","product_id":"BTC-USDT","price":"84000.01","trade_id":7,"time":"…"}`. A
 * heartbeat with the same `last_trade_id` confirms that this price is still the last one.
 */
function createParser(): ParseMessage {
  let last: { price: string; tradeId: unknown } | null = null

  const parseTicker = (event: Record<string, unknown>): StreamMessage => {
    const time = parseTime(event.time)
    const price = parsePrice(event.price)
    if (time === null || price === null) return { kind: 'rejected' }
    last = { price, tradeId: event.trade_id }
    return { kind: 'price', price, time }
  }

  const parseHeartbeat = (event: Record<string, unknown>): StreamMessage => {
    const time = parseTime(event.time)
    if (time === null) return { kind: 'rejected' }
    const isLast = last !== null && last.tradeId === event.last_trade_id
    return last !== null && isLast ? { kind: 'price', price: last.price, time } : { kind: 'other' }
  }

  return (message) => {
    const event = parseRecord(message)
    if (event === null || typeof event.type !== 'string') return { kind: 'rejected' }
    if (event.type === 'error') return { kind: 'refused' }
    if (event.type !== 'ticker' && event.type !== 'heartbeat') return { kind: 'other' }
    if (event.product_id !== PRODUCT) return { kind: 'rejected' }
    return event.type === 'ticker' ? parseTicker(event) : parseHeartbeat(event)
  }
}

/** Parses an ISO 8601 instant, such as `2026-08-25T03:35:57.198335Z`, to epoch milliseconds. */
function parseTime(value: unknown): number | null {
  const time = typeof value === 'string' && value.endsWith('Z') ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}
