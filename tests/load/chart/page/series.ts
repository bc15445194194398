import type { Candle } from '#shared/contract/candles.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'

/** Fixed start, so that every run draws the same. */
export const NOW = Date.UTC(2026, 10, 21, 6, 20)
const HOURS = 3000

/** Deterministic random numbers in `[-1, 1)` (linear congruential generator). */
function random(): () => number {
  let state = 20_261_121
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 31 - 1
  }
}

/** A random walk of hourly candles, newest first. */
export function candles(): Candle[] {
  const roll = random()
  let price = 65_000
  const newest = Math.floor(NOW / HOUR_MS) * HOUR_MS
  const list = Array.from({ length: HOURS }, (_, at) => {
    const open = price
    price *= 1 + roll() * 0.006
    const wick = 1 + Math.abs(roll()) * 0.003
    return {
      otime: newest - (HOURS - 1 - at) * HOUR_MS,
      oprice: open.toFixed(2),
      hprice: (Math.max(open, price) * wick).toFixed(2),
      lprice: (Math.min(open, price) / wick).toFixed(2),
      cprice: price.toFixed(2),
      volume: (100 + 80 * roll()).toFixed(1),
    }
  })
  return list.reverse()
}

const LIVE_START = Date.UTC(2026, 10, 19)
const CLOSED_START = LIVE_START - 3 * DAY_MS

/** The rounds of that instant, with reference prices from the walk. */
export function rounds(list: readonly Candle[]) {
  const round = (start: number) => ({
    refDate: new Date(start).toISOString(),
    targetDate: new Date(start + WEEK_MS).toISOString(),
    refPrice: list.find(({ otime }) => otime === start)?.oprice ?? null,
    votes: { up: 12, steady: 30, down: 7, unknown: 3 },
  })
  return { target1: round(CLOSED_START), target2: round(LIVE_START) }
}
