import type { ReplayRow } from './replay-csv.ts'
import { uniform } from './seeded.ts'
import { HOUR, SECOND } from './types.ts'

const LAST_SECOND = HOUR / SECOND - 1
const SEED = 20_240_101

/**
 * The price a recorded hour is played with at `second` (0 to 3599) of it: from the open at second 0
 * over the high and the low, in an order and at moments chosen by the hour itself, to the close at
 * the last second. Always within low and high; the same at every playing. A decimal string.
 */
export function priceInHour(row: ReplayRow, second: number): string {
  if (second <= 0) return row.open
  if (second >= LAST_SECOND) return row.close
  const index = row.otime / HOUR
  const one = 60 + Math.floor(1640 * uniform(SEED, index, 1))
  const two = 1800 + Math.floor(1640 * uniform(SEED, index, 2))
  const highFirst = uniform(SEED, index, 3) < 0.5
  const knots: [number, string][] = [
    [0, row.open],
    [one, highFirst ? row.high : row.low],
    [two, highFirst ? row.low : row.high],
    [LAST_SECOND, row.close],
  ]
  const next = knots.findIndex(([at]) => at >= second)
  const [from, start] = knots[next - 1] ?? [0, row.open]
  const [to, end] = knots[next] ?? [LAST_SECOND, row.close]
  if (second === to) return end
  const straight = Number(start) + ((Number(end) - Number(start)) * (second - from)) / (to - from)
  const room = Math.min(Number(row.high) - straight, straight - Number(row.low))
  const wobble = (uniform(SEED, index, 10 + second) - 0.5) * 0.2 * Math.max(0, room)
  const decimals = Math.max(2, row.open.split('.')[1]?.length ?? 0)
  return (straight + wobble).toFixed(decimals)
}
