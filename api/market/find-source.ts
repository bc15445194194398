import { HOUR_MS } from '#shared/rules/time.ts'
import type { Exchange } from './exchange.ts'
import {
  type ExchangeStream,
  type ExchangeStreamDeps,
  openExchangeStream,
} from './exchange-stream.ts'
import { type CandleStore, hourOf, type MarketLog } from './types.ts'

/**
 * Time without candles or prices after which an exchange is not used (ms): ten minutes, and a retry after
 * a pause of ten minutes (HTTP 403).
 */
export const DEAD_MS = 615_000
/** Without an answer for this time, the next exchange is tried in parallel (ms). */
const NEXT_AFTER = 1000
/** Failed connections after which an exchange without a first price is given up. */
const MAX_FAILURES = 2
/** Time that a preferred exchange has, while another one has answered already (ms). */
const PREFERENCE = 4000

interface FindSourceOptions extends ExchangeStreamDeps {
  /** In order of preference. */
  exchanges: readonly Exchange[]
  /** Time for all together (ms). */
  budgetMs: number
  log: MarketLog
  signal: AbortSignal
}

interface Candidate {
  exchange: Exchange
  isTried: boolean
  hasFailed: boolean
  stream: ExchangeStream | null
}

/**
 * Finds the first exchange whose candles and live stream answer. The next one is tried as soon as one
 * fails or is silent for a second; an answer counts once all preferred exchanges have failed, or after
 * four seconds. @returns null when none answers in time. Never rejects.
 */
export function findSource(options: FindSourceOptions): Promise<ExchangeStream | null> {
  const { exchanges, budgetMs, clock, log, signal } = options
  const candidates = exchanges.map(
    (exchange): Candidate => ({ exchange, isTried: false, hasFailed: false, stream: null }),
  )
  const searching = new AbortController()
  let cancelNext = () => {}
  const { promise, resolve } = Promise.withResolvers<ExchangeStream | null>()

  const finish = (found: ExchangeStream | null) => {
    if (searching.signal.aborted) return
    searching.abort()
    for (const cancel of [cancelNext, cancelPreference, cancelBudget]) cancel()
    signal.removeEventListener('abort', onAbort)
    for (const { stream } of candidates) if (stream !== found) stream?.stop()
    resolve(found)
  }
  const onAbort = () => finish(null)

  const choose = (isPatient: boolean) => {
    for (const { stream, hasFailed } of candidates) {
      if (stream !== null) return finish(stream)
      if (isPatient && !hasFailed) return
    }
    if (candidates.every(({ hasFailed }) => hasFailed)) finish(null)
  }

  const tryNext = () => {
    const candidate = candidates.find(({ isTried }) => !isTried)
    if (candidate === undefined || searching.signal.aborted) return
    candidate.isTried = true
    cancelNext()
    cancelNext = clock.after(NEXT_AFTER, tryNext)
    proveExchange(candidate.exchange, options, searching.signal)
      .then(
        (stream) => {
          candidate.stream = stream
          if (searching.signal.aborted) stream.stop()
        },
        (error) => {
          candidate.hasFailed = true
          if (searching.signal.aborted) return
          const { name } = candidate.exchange
          log.info({ source: name, error: `${error}` }, 'price source does not answer')
          tryNext()
        },
      )
      .finally(() => choose(clock.now() - startedAt < PREFERENCE))
  }

  const startedAt = clock.now()
  signal.addEventListener('abort', onAbort, { once: true })
  const cancelPreference = clock.after(PREFERENCE, () => choose(false))
  const cancelBudget = clock.after(budgetMs, () => finish(null))
  if (signal.aborted || candidates.length === 0) finish(null)
  else tryNext()
  return promise
}

/**
 * Requires recent candles and a first price of an exchange. @returns its open stream
 * @throws Error with the reason; the signal's reason when aborted
 */
async function proveExchange(
  exchange: Exchange,
  deps: ExchangeStreamDeps,
  signal: AbortSignal,
): Promise<ExchangeStream> {
  const now = deps.clock.now()
  const from = hourOf(now) - 2 * HOUR_MS
  const { candles } = await exchange.candles({ from, limit: 3, signal })
  const newest = candles.at(-1)
  if (newest === undefined) throw new Error('no candles')
  // A new hour has no candle before its first trade.
  if (now - (newest.otime + HOUR_MS) >= DEAD_MS) throw new Error('no candle of the present hour')
  return new Promise((resolve, reject) => {
    let failures = 0
    const giveUp = (reason: unknown) => {
      stream.stop()
      reject(reason)
    }
    const onAbort = () => giveUp(signal.reason)
    const stream = openExchangeStream(exchange, {
      ...deps,
      reference: newest.open,
      onFirstPrice: () => {
        signal.removeEventListener('abort', onAbort)
        resolve(stream)
      },
      onDisconnect: (isRefused) => {
        if (stream.hasData()) return
        failures++
        if (isRefused) giveUp(new Error('subscription refused'))
        else if (failures >= MAX_FAILURES) giveUp(new Error('no live prices'))
      },
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

/**
 * The exchange to use while none is reachable: the one with the newest stored candle, so that the last
 * known prices are shown; else the first.
 */
export async function newestStoredExchange<Named extends Pick<Exchange, 'name'>>(
  exchanges: readonly Named[],
  store: CandleStore,
): Promise<Named | null> {
  let best: Named | null = exchanges[0] ?? null
  let newest = 0
  for (const exchange of exchanges) {
    const stored = (await store.newest(exchange.name)) ?? 0
    if (stored > newest) {
      best = exchange
      newest = stored
    }
  }
  return best
}
