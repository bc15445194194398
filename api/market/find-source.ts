import type { Exchange } from './exchange.ts'
import { type LiveSource, type LiveSourceDeps, proveExchange } from './live-source.ts'
import type { CandleStore, MarketLog } from './types.ts'

/** Without an answer for this time, the next exchange is tried in parallel (ms). */
const NEXT_AFTER = 1000
/** Time that a preferred exchange has, while another one has answered already (ms). */
const PREFERENCE = 4000

interface FindSourceOptions extends LiveSourceDeps {
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
  source: LiveSource | null
}

/**
 * Finds the first exchange whose candles and live stream answer. The next one is tried as soon as one
 * fails or is silent for a second; an answer counts once all preferred exchanges have failed, or after
 * four seconds. @returns null when none answers in time. Never rejects.
 */
export function findSource(options: FindSourceOptions): Promise<LiveSource | null> {
  const { exchanges, budgetMs, clock, log, signal } = options
  const candidates = exchanges.map(
    (exchange): Candidate => ({ exchange, isTried: false, hasFailed: false, source: null }),
  )
  const searching = new AbortController()
  let cancelNext = () => {}
  const { promise, resolve } = Promise.withResolvers<LiveSource | null>()

  const finish = (found: LiveSource | null) => {
    if (searching.signal.aborted) return
    searching.abort()
    for (const cancel of [cancelNext, cancelPreference, cancelBudget]) cancel()
    signal.removeEventListener('abort', onAbort)
    for (const { source } of candidates) if (source !== found) source?.stream.stop()
    resolve(found)
  }
  const onAbort = () => finish(null)

  const choose = (isPatient: boolean) => {
    for (const { source, hasFailed } of candidates) {
      if (source !== null) return finish(source)
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
        (source) => {
          candidate.source = source
          if (searching.signal.aborted) source.stream.stop()
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
