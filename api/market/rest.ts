import type { Clock } from '#api/infrastructure/clock.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import type { CandleReply, CandleRequest } from './exchange.ts'
import { isRecord, parseCandle, parseRecord } from './parse.ts'
import type { Candle } from './types.ts'

/** Timeout of a request (ms). */
export const REST_TIMEOUT = 10_000
/** Pause after HTTP 403: a firewall's refusal, for which exchanges ask for ten minutes of silence. */
const FORBIDDEN_PAUSE = 600_000
const MAX_BODY = 4_000_000
const MAX_PAUSE = 3 * DAY_MS
/** Refusals of a country, as exchanges and their content delivery networks word them. */
const COUNTRY =
  /restricted location|block(ed)? access from your (country|region)|in your (country|region)/i

type Reason = 'limited' | 'blocked' | 'failed'

/**
 * A failed request: `limited` (429, 418, 403: retry after `retryAfterMs`), `blocked` (refuses this
 * country) or `failed` (anything else).
 */
export class ExchangeError extends Error {
  readonly reason: Reason
  readonly retryAfterMs: number
  /** The exchange demands that all connections end until `retryAfterMs` is over. */
  readonly endsSessions: boolean

  constructor(reason: Reason, message: string, retryAfterMs = 0, endsSessions = false) {
    super(message)
    this.name = 'ExchangeError'
    this.reason = reason
    this.retryAfterMs = retryAfterMs
    this.endsSessions = endsSessions
  }
}

/** Properties of the REST API of one exchange. */
interface RestOptions {
  /** The error that a reply of any status stands for, by its code; null for none. */
  errorOf?: (body: Record<string, unknown>) => ExchangeError | null
  /** Whether HTTP 403 demands the end of all sessions. */
  endsSessions?: boolean
}

/** Fetches JSON from an exchange. Throws ExchangeError, or the signal's reason when aborted. */
type GetJson = (url: string, signal: AbortSignal) => Promise<unknown>

/**
 * Creates the REST client of an exchange. Requests time out after 10 s. It pauses for Retry-After after
 * 429 and 418 (by default 1 and 10 minutes), and for ten minutes after a 403 that names no country.
 */
export function createRestClient(clock: Clock, options: RestOptions = {}): GetJson {
  const { errorOf = () => null, endsSessions = false } = options
  let limitedUntil = 0
  let limitedFor = 0

  const errorOfStatus = ({ status, headers }: Response, text: string) => {
    const body = parseRecord(text)
    const named = body === null ? null : errorOf(body)
    if (named !== null) return named
    const message = `HTTP ${status}`
    if (status === 451 || (status === 403 && COUNTRY.test(text))) {
      return new ExchangeError('blocked', `${message}: not available in this country`)
    }
    const pause = retryAfter(headers.get('retry-after'), clock.now())
    if (status === 429) return new ExchangeError('limited', message, pause ?? 60_000)
    if (status === 418) return new ExchangeError('limited', message, pause ?? 600_000)
    if (status === 403) {
      const wait = Math.max(FORBIDDEN_PAUSE, pause ?? 0)
      return new ExchangeError('limited', message, wait, endsSessions)
    }
    return new ExchangeError('failed', message)
  }

  const readReply = async (response: Response) => {
    const text = await response.text()
    if (text.length > MAX_BODY) throw new ExchangeError('failed', 'reply too large')
    if (!response.ok) throw errorOfStatus(response, text)
    const body = parse(text)
    const error = isRecord(body) ? errorOf(body) : null
    if (error !== null) throw error
    return body
  }

  return async (url, signal) => {
    signal.throwIfAborted()
    // A clock that was set back must not prolong the pause.
    limitedUntil = Math.min(limitedUntil, clock.now() + limitedFor)
    const wait = limitedUntil - clock.now()
    if (wait > 0) throw new ExchangeError('limited', 'waiting for Retry-After', wait)
    const timeout = new AbortController()
    const cancel = clock.after(REST_TIMEOUT, () => timeout.abort())
    try {
      const ending = AbortSignal.any([signal, timeout.signal])
      return await readReply(await fetch(url, { signal: ending, redirect: 'error' }))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ExchangeError) {
        if (error.reason === 'limited') {
          limitedFor = error.retryAfterMs
          limitedUntil = clock.now() + limitedFor
        }
        throw error
      }
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

/** The page size of an exchange and how to parse a row of it at the current hour. */
interface PageFormat {
  hours: number
  parseRow?: (row: unknown, currentHour: number) => Candle | null
}

/**
 * Fetches hours in pages of fixed windows, so that gaps at the exchange neither shift nor end the
 * iteration. Validates, deduplicates and sorts rows and limits them to the window.
 */
export async function fetchCandlePages(
  request: Pick<CandleRequest, 'from' | 'limit'>,
  { hours, parseRow = parseCandle }: PageFormat,
  currentHour: number,
  fetchRows: FetchRows,
): Promise<CandleReply> {
  const end = request.from + request.limit * HOUR_MS
  const byHour = new Map<number, Candle>()
  let rejected = 0
  for (let from = request.from; from < end; from += hours * HOUR_MS) {
    const before = Math.min(end, from + hours * HOUR_MS)
    const rows = await fetchRows(from, before)
    if (!Array.isArray(rows)) throw new ExchangeError('failed', 'reply has no list of candles')
    for (const row of rows) {
      const candle = parseRow(row, currentHour)
      if (candle === null || candle.otime < from || candle.otime >= before) rejected++
      else if (!byHour.has(candle.otime)) byHour.set(candle.otime, candle)
    }
  }
  const candles = [...byHour.values()].sort((a, b) => a.otime - b.otime)
  return { candles, rejected }
}
