import { HOUR_MS } from '#shared/rules/time.ts'
import type { DeterministicMarket } from './deterministic-feed.ts'
import type { ReplayFile, ReplayRow } from './replay-csv.ts'
import { createTimeline, initialShift } from './replay-timeline.ts'
import { uniform } from './seeded-random.ts'
import type { Candle, ReplayAnchor } from './types.ts'
import { hourOf, SECOND } from './types.ts'

/**
 * Returns the stored time shift of a file (ms), or stores a new one. Rejects with one line for another
 * file or a `now` before the recording, because candles of two shifts would mix.
 */
export async function resolveShift(
  file: ReplayFile,
  anchor: ReplayAnchor,
  now: number,
): Promise<number> {
  const stored = await anchor.load()
  if (!stored) {
    const shiftMs = initialShift(file.rows, now)
    await anchor.save({ fileHash: file.hash, shiftMs })
    return shiftMs
  }
  if (stored.fileHash !== file.hash) {
    throw new Error(
      'This database holds the replay of another file: use that file, or another DATA_DIR or DATABASE_URL',
    )
  }
  if (createTimeline(file.rows, stored.shiftMs).recorded(now) === null) {
    throw new Error('The clock is before the start of the replay in this database')
  }
  return stored.shiftMs
}

/** Replays recorded candles at the present time, one price per second. Missing rows are gaps. */
export function replayMarket(rows: readonly ReplayRow[], shiftMs: number): DeterministicMarket {
  const { recorded } = createTimeline(rows, shiftMs)
  const byHour = new Map(rows.map((row) => [row.otime, row]))
  const rowAt = (instant: number) => {
    const hour = recorded(hourOf(instant))
    return hour === null ? undefined : byHour.get(hour)
  }

  return {
    name: 'replay',
    candles: (from, before) => {
      const candles: Candle[] = []
      for (let otime = Math.ceil(from / HOUR_MS) * HOUR_MS; otime < before; otime += HOUR_MS) {
        const row = rowAt(otime)
        if (!row) continue
        const { open, high, low, close, volume } = row
        candles.push({ otime, open, bar: { high, low, close, volume } })
      }
      return candles
    },
    tickAt: (instant) => {
      const row = rowAt(instant)
      if (!row) return null
      const time = Math.floor(instant / SECOND) * SECOND
      const second = (time - hourOf(instant)) / SECOND
      return { price: priceInHour(row, second), time, source: 'replay' }
    },
  }
}

const LAST_SECOND = HOUR_MS / SECOND - 1
const SEED = 20_240_101

/**
 * The price at `second` (0 to 3599) of a recorded hour, a decimal string: from open through high and low
 * (order and seconds derived from the hour) to close. Deterministic, always between low and high.
 */
export function priceInHour(row: ReplayRow, second: number): string {
  if (second <= 0) return row.open
  if (second >= LAST_SECOND) return row.close
  const index = row.otime / HOUR_MS
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
  const margin = Math.min(Number(row.high) - straight, straight - Number(row.low))
  const wobble = (uniform(SEED, index, 10 + second) - 0.5) * 0.2 * Math.max(0, margin)
  const decimals = Math.max(2, row.open.split('.')[1]?.length ?? 0)
  return (straight + wobble).toFixed(decimals)
}
