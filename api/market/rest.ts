import type { Clock } from '#api/infrastructure/clock.ts'

/** How long a call may take (ms). */
export const REST_TIMEOUT = 10_000
const LARGEST_BODY = 4_000_000
const LONGEST_PAUSE = 3 * 24 * 3_600_000

/**
 * Why an exchange gave no answer: `limited` (429, 418: not before `retryAfterMs`), `blocked` (451,
 * 403: never from this country), `failed` (anything else).
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

/** Gets JSON from one exchange. Throws ExchangeError, or the signal's reason when aborted. */
export type GetJson = (url: string, signal: AbortSignal) => Promise<unknown>

/**
 * Makes the one way to an exchange's REST host. It times out after 10 s, and while the exchange has
 * said "not before" (Retry-After, or 1 minute for 429 and 10 for 418 without it) it does not knock.
 */
export function restClient(clock: Clock): GetJson {
  let closedUntil = 0

  const refuse = (response: Response) => {
    const { status } = response
    if (status === 429 || status === 418) {
      const pause =
        retryAfter(response.headers.get('retry-after'), clock.now()) ??
        (status === 429 ? 60_000 : 600_000)
      closedUntil = clock.now() + pause
      return new ExchangeError('limited', `HTTP ${status}`, pause)
    }
    const reason = status === 451 || status === 403 ? 'blocked' : 'failed'
    return new ExchangeError(reason, `HTTP ${status}`)
  }

  return async (url, signal) => {
    signal.throwIfAborted()
    const wait = closedUntil - clock.now()
    if (wait > 0) throw new ExchangeError('limited', 'told to wait', wait)
    const timeout = new AbortController()
    const cancel = clock.after(REST_TIMEOUT, () => timeout.abort())
    try {
      const response = await fetch(url, {
        signal: AbortSignal.any([signal, timeout.signal]),
        redirect: 'error',
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw refuse(response)
      }
      const body = await response.text()
      if (body.length > LARGEST_BODY) throw new ExchangeError('failed', 'reply too large')
      return parse(body)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ExchangeError) throw error
      throw new ExchangeError('failed', timeout.signal.aborted ? 'no answer in 10 s' : `${error}`)
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

/** Reads a Retry-After header (seconds or a date) as milliseconds from `now`, at most three days. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1000), LONGEST_PAUSE) : null
}
