import type { Clock } from '#api/infrastructure/clock.ts'
import type { History } from './history.ts'
import type { Candle, CandleStore } from './types.ts'
import { HOUR } from './types.ts'

/** One question to the exchange is not repeated sooner than this (ms). */
const REMEMBER = 10_000

/** Looks up past opens: in memory, then in the store, then at the source itself. */
export interface PastOpens {
  /**
   * The first candle with `from <= otime < before`, or null when the source says there is none. Only
   * the source may say that an hour is a gap: a candle that has merely not been fetched yet must not
   * settle a round with a later one. Throws when the source cannot be asked, or cannot be believed.
   */
  firstFrom(history: History, from: number, before: number): Promise<Candle | null>
}

/** Makes the look-up. */
export function pastOpens(store: CandleStore, clock: Clock): PastOpens {
  const asked = new Map<string, { at: number; by: History; answer: Promise<Candle | null> }>()

  const ask = (history: History, from: number, before: number) => {
    const now = clock.now()
    for (const [key, { at }] of asked) if (now - at >= REMEMBER) asked.delete(key)
    const key = `${history.source} ${from} ${before}`
    const known = asked.get(key)
    // Another history of the same source may be able to ask where this one was not.
    if (known?.by === history) return known.answer
    const answer = history.ask(from, before)
    asked.set(key, { at: now, by: history, answer })
    return answer
  }

  return {
    firstFrom: async (history, from, before) => {
      const first = Math.ceil(from / HOUR) * HOUR
      const opened = Math.floor(clock.now() / HOUR) * HOUR + HOUR
      const end = Math.min(Math.ceil(before / HOUR) * HOUR, opened)
      if (first >= end) return null
      return (
        history.series.at(first) ??
        (await store.firstFrom(history.source, first, first + HOUR)) ??
        (await ask(history, first, end))
      )
    },
  }
}
