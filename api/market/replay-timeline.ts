import { HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'
import type { ReplayRow } from './replay-csv.ts'
import { hourOf, MAX_CANDLES } from './types.ts'

/**
 * Maps instants to recorded times. Shifts are whole weeks, so that rounds start on the recorded
 * weekday.
 */
interface Timeline {
  /** The recorded time played at `instant`; null before the recording. */
  recorded(instant: number): number | null
}

/**
 * The shift (ms, whole weeks) that maps `now` into the recording: the earliest with `candles` before it,
 * 3000 by default, else the latest that fits. @throws Error for a recording shorter than a week
 */
export function initialShift(
  rows: readonly ReplayRow[],
  now: number,
  candles: number = MAX_CANDLES,
): number {
  const { start, end } = spanOf(rows)
  const earliest = start + ((((now - start) % WEEK_MS) + WEEK_MS) % WEEK_MS)
  let place = earliest
  for (let at = earliest; at < end; at += WEEK_MS) {
    place = at
    if (candlesBefore(rows, at) >= candles) break
  }
  return now - place
}

/**
 * Creates the timeline of a recording. At the end it jumps back by the most weeks that leave 3000
 * candles before the jump. An instant always maps to the same recorded time.
 */
export function createTimeline(rows: readonly ReplayRow[], shiftMs: number): Timeline {
  const { start, end } = spanOf(rows)
  let back = WEEK_MS
  while (
    end - back - WEEK_MS >= start &&
    candlesBefore(rows, end - back - WEEK_MS) >= MAX_CANDLES
  ) {
    back += WEEK_MS
  }
  return {
    recorded: (instant) => {
      const first = instant - shiftMs
      if (first < start) return null
      return first < end ? first : end - back + ((first - end) % back)
    },
  }
}

function spanOf(rows: readonly ReplayRow[]) {
  const start = rows[0]?.otime ?? 0
  const end = (rows.at(-1)?.otime ?? -HOUR_MS) + HOUR_MS
  if (end - start < WEEK_MS) throw new Error('a replay file must cover at least one week')
  return { start, end }
}

/** Number of candles before the hour of `instant`; rows are oldest first. */
function candlesBefore(rows: readonly ReplayRow[], instant: number): number {
  const hour = hourOf(instant)
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.otime ?? Number.POSITIVE_INFINITY) < hour) low = middle + 1
    else high = middle
  }
  return low
}
