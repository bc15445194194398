import type { Clock } from '#api/infrastructure/clock.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { History } from './history.ts'
import type { Candle, CandleStore } from './types.ts'

/** Minimum interval between equal requests to the exchange (ms). */
const REUSE = 10_000

/** Finds past opens: in memory, then in the store, then at the source. */
interface OpenLookup {
  /**
   * The first candle with `from <= otime < before`; null when the source confirms that it has none, so
   * that a missing candle never settles a round by a later one. Rejects when the source is unavailable.
   */
  firstFrom(history: History, from: number, before: number): Promise<Candle | null>
}

export function createOpenLookup(store: CandleStore, clock: Clock): OpenLookup {
  const requests = new Map<string, { at: number; by: History; reply: Promise<Candle | null> }>()

  const fetchFirst = (history: History, from: number, before: number) => {
    const now = clock.now()
    // The clock may have been set back since.
    for (const [key, { at }] of requests) if (Math.abs(now - at) >= REUSE) requests.delete(key)
    const key = `${history.source} ${from} ${before}`
    const known = requests.get(key)
    // Another history of the same source may succeed where this one failed.
    if (known?.by === history) return known.reply
    const reply = history.fetchFirst(from, before)
    requests.set(key, { at: now, by: history, reply })
    return reply
  }

  return {
    firstFrom: async (history, from, before) => {
      const first = Math.ceil(from / HOUR_MS) * HOUR_MS
      const opened = Math.floor(clock.now() / HOUR_MS) * HOUR_MS + HOUR_MS
      const end = Math.min(Math.ceil(before / HOUR_MS) * HOUR_MS, opened)
      if (first >= end) return null
      return (
        history.series.at(first) ??
        (await store.firstFrom(history.source, first, first + HOUR_MS)) ??
        (await fetchFirst(history, first, end))
      )
    },
  }
}
