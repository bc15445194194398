import type { Clock } from '#api/infrastructure/clock.ts'
import type { CandleReply, CandleRequest } from './exchange.ts'
import { parseCandle } from './parse.ts'
import { type Candle, HOUR } from './types.ts'

/** Timeout of a request (ms). */
export const REST_TIMEOUT = 10_000
const MAX_BODY = 4_000_000
const MAX_PAUSE = 3 * 24 * 3_600_000

/**
 * A failed request: `limited` (429, 418: retry after `retryAfterMs`), `blocked` (451, 403: refuses this
 * country) or `failed` (anything else).
 */
export class ExchangeError extends Error {
  readonly reason: 'limited' | 'blocked' | 'failed'
  readonly retryAfterMs: number

  constructor(reason: 'limited' | 'blocked' | 'failed', message: string, retryAfterMs = 0) {
    super(message)
    this.name = 'ExchangeError'
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

/** Fetches JSON from an exchange. Throws ExchangeError, or the signal's reason when aborted. */
type GetJson = (url: string, signal: AbortSignal) => Promise<unknown>

/**
 * Creates the REST client of an exchange. Requests time out after 10 s. After 429 or 418 it pauses for
 * Retry-After, by default 1 or 10 minutes.
 */
export function createRestClient(clock: Clock): GetJson {
  let limitedUntil = 0

  const errorOf = (response: Response) => {
    const { status } = response
    if (status === 429 || status === 418) {
      const pause =
        retryAfter(response.headers.get('retry-after'), clock.now()) ??
        (status === 429 ? 60_000 : 600_000)
      limitedUntil = clock.now() + pause
      return new ExchangeError('limited', `HTTP ${status}`, pause)
    }
    const reason = status === 451 || status === 403 ? 'blocked' : 'failed'
    return new ExchangeError(reason, `HTTP ${status}`)
  }

  return async (url, signal) => {
    signal.throwIfAborted()
    const wait = limitedUntil - clock.now()
    if (wait > 0) throw new ExchangeError('limited', 'waiting for Retry-After', wait)
    const timeout = new AbortController()
    const cancel = clock.after(REST_TIMEOUT, () => timeout.abort())
    try {
      const response = await fetch(url, {
        signal: AbortSignal.any([signal, timeout.signal]),
        redirect: 'error',
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw errorOf(response)
      }
      const body = await response.text()
      if (body.length > MAX_BODY) throw new ExchangeError('failed', 'reply too large')
      return parse(body)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ExchangeError) throw error
      throw new ExchangeError('failed', timeout.signal.aborted ? 'no response in 10 s' : `${error}`)
    } finally {
      cancel()
    }
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new ExchangeError('failed', 'reply is not JSON')
  }
}

/** Parses Retry-After (seconds or a date) to milliseconds from `now`, at most three days. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1000), MAX_PAUSE) : null
}

/** Fetches the rows of candles with `from <= otime < before`, in any order. */
type FetchRows = (from: number, before: number) => Promise<unknown>

/**
 * Fetches hours in pages of fixed windows, so that gaps at the exchange neither shift nor end the
 * iteration. Validates, deduplicates and sorts rows and limits them to the window.
 * @param volumeIndex the index of the traded volume in a row
 */
export async function fetchCandlePages(
  request: Pick<CandleRequest, 'from' | 'limit'>,
  pageHours: number,
  volumeIndex: number,
  currentHour: number,
  fetchRows: FetchRows,
): Promise<CandleReply> {
  const end = request.from + request.limit * HOUR
  const byHour = new Map<number, Candle>()
  let rejected = 0
  for (let from = request.from; from < end; from += pageHours * HOUR) {
    const before = Math.min(end, from + pageHours * HOUR)
    const rows = await fetchRows(from, before)
    if (!Array.isArray(rows)) throw new ExchangeError('failed', 'reply has no list of candles')
    for (const row of rows) {
      const candle = parseCandle(row, volumeIndex, currentHour)
      if (candle === null || candle.otime < from || candle.otime >= before) rejected++
      else if (!byHour.has(candle.otime)) byHour.set(candle.otime, candle)
    }
  }
  const candles = [...byHour.values()].sort((a, b) => a.otime - b.otime)
  return { candles, rejected }
}
