import type { ReplayRow } from './replay-csv.ts'
import { HOUR, hourOf, MAX_CANDLES, WEEK } from './types.ts'

/**
 * Maps instants to a recording. Shifts are whole weeks, so that recorded Mondays stay Mondays and
 * rounds start on the same weekday.
 */
interface Timeline {
  /** The recorded moment that is played at `instant`; null before the recording. */
  recorded(instant: number): number | null
}

/**
 * The shift (ms, a whole number of weeks) that puts `now` inside the recording: as early as possible
 * with 3000 candles before it, or with as many as there are.
 * Throws when the recording is shorter than a week.
 */
export function initialShift(rows: readonly ReplayRow[], now: number): number {
  const { start, end } = spanOf(rows)
  const earliest = start + ((((now - start) % WEEK) + WEEK) % WEEK)
  let place = earliest
  for (let at = earliest; at < end; at += WEEK) {
    place = at
    if (candlesBefore(rows, at) >= MAX_CANDLES) break
  }
  return now - place
}

/**
 * Creates the timeline of a recording. At its end it jumps back by the most weeks that leave 3000
 * candles before the jump, again and again, so that an instant always plays the same moment.
 */
export function createTimeline(rows: readonly ReplayRow[], shiftMs: number): Timeline {
  const { start, end } = spanOf(rows)
  let back = WEEK
  while (end - back - WEEK >= start && candlesBefore(rows, end - back - WEEK) >= MAX_CANDLES) {
    back += WEEK
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
  const end = (rows.at(-1)?.otime ?? -HOUR) + HOUR
  if (end - start < WEEK) throw new Error('a replay file must cover at least one week')
  return { start, end }
}

/** How many candles opened before the hour of `instant`; rows are oldest first. */
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
