import { HOUR_MS } from '#shared/rules/time.ts'
import { isBarOf } from './parse.ts'
import type { Bar, Candle } from './types.ts'
import { MAX_CANDLES } from './types.ts'

/** Maximum accepted gaps; exchanges had 12 hours without a candle in the last five years. */
const MAX_GAPS = 200

/** The candles of one source in memory: newest first, at most one per hour and 3000. */
export interface Series {
  /** Adds new candles and newer bars, and returns what changed; never changes the open of a known hour. */
  add(candles: readonly Candle[]): Candle[]
  /** All candles, newest first. */
  all(): readonly Candle[]
  newest(): Candle | null
  at(otime: number): Candle | null
  /** The newest `limit` candles, newest first. */
  take(limit: number): Candle[]
  /** The newest candle of the 24 hours before `otime`. */
  before(otime: number): Candle | null
  /**
   * The hours missing for 3000 candles up to `hour`, oldest first. Hours for which `isGap` is true do not
   * count as missing; up to 200 of them are replaced by older hours.
   */
  missing(hour: number, isGap: (otime: number) => boolean): number[]
}

/** Creates an empty series. */
export function createSeries(): Series {
  let list: Candle[] = []
  let byHour = new Map<number, Candle>()

  return {
    add: (candles) => {
      const fresh: Candle[] = []
      for (const candle of candles) {
        const known = byHour.get(candle.otime)
        const next = known ? withBar(known, candle.bar) : candle
        if (next === known) continue
        byHour.set(candle.otime, next)
        fresh.push(next)
      }
      if (fresh.length === 0) return fresh
      list = [...byHour.values()].sort((a, b) => b.otime - a.otime).slice(0, MAX_CANDLES)
      if (byHour.size > MAX_CANDLES) byHour = new Map(list.map((c) => [c.otime, c]))
      return fresh
    },
    all: () => list,
    newest: () => list[0] ?? null,
    at: (otime) => byHour.get(otime) ?? null,
    take: (limit) => list.slice(0, Math.max(0, limit)),
    before: (otime) => {
      for (let at = otime - HOUR_MS; at >= otime - 24 * HOUR_MS; at -= HOUR_MS) {
        const candle = byHour.get(at)
        if (candle) return candle
      }
      return null
    },
    missing: (hour, isGap) => {
      const hours: number[] = []
      let wanted = MAX_CANDLES
      for (let at = hour; wanted > 0 && at >= oldestOf(hour); at -= HOUR_MS) {
        const known = byHour.has(at)
        if (known || !isGap(at)) wanted--
        if (!known && !isGap(at)) hours.push(at)
      }
      return hours.reverse()
    },
  }
}

/** The known candle with a later reading of its bar; the same object if nothing changes. */
function withBar(known: Candle, bar: Bar | undefined): Candle {
  if (!bar || !isBarOf(known.open, bar) || Bun.deepEquals(known.bar, bar)) return known
  return { ...known, bar }
}

/** The oldest hour of a full series that ends at `hour`. */
export function oldestOf(hour: number): number {
  return hour - (MAX_CANDLES + MAX_GAPS - 1) * HOUR_MS
}
