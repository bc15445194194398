import type { Clock } from '#api/infrastructure/clock.ts'
import type { Exchange } from './exchange.ts'
import type { CandleStore } from './types.ts'
import { HOUR, hourOf } from './types.ts'

/**
 * Requests the newest candles of the exchanges in order and returns the first exchange with any, or
 * null. Each gets an equal share of `budgetMs`. Never rejects.
 */
export async function findReachableExchange(
  exchanges: readonly Exchange[],
  budgetMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<Exchange | null> {
  for (const exchange of exchanges) {
    if (signal.aborted) return null
    if (await hasCandles(exchange, budgetMs / exchanges.length, clock, signal)) return exchange
  }
  return null
}

async function hasCandles(
  exchange: Exchange,
  limitMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<boolean> {
  const timeout = new AbortController()
  const cancel = clock.after(limitMs, () => timeout.abort())
  try {
    const reply = await exchange.candles({
      from: hourOf(clock.now()) - 2 * HOUR,
      limit: 3,
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    return reply.candles.length > 0
  } catch {
    return false
  } finally {
    cancel()
  }
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
