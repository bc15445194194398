import type { VoteChoice } from './band.ts'
import type { ChoiceCounts } from './crowd.ts'
import { HOUR_MS } from './time.ts'

/** Votes of one choice that were created in one hour; `hour` is its start, epoch milliseconds (UTC). */
export interface HourVotes {
  hour: number
  choice: VoteChoice
  votes: number
}

/** All votes until the end of an hour. */
export type CrowdHour = { hour: number } & ChoiceCounts

/**
 * The split at the end of each hour of `[from, to)`, oldest first, hours without a vote included. Votes
 * outside count in the nearest hour, so the last entry always has every vote.
 */
export function cumulativeHours(rows: readonly HourVotes[], from: number, to: number): CrowdHour[] {
  const count = Math.max(Math.ceil((to - from) / HOUR_MS), rows.length > 0 ? 1 : 0)
  const placeOf = (hour: number) =>
    Math.min(Math.max(Math.floor((hour - from) / HOUR_MS), 0), count - 1)
  const byPlace = Map.groupBy(rows, ({ hour }) => placeOf(hour))
  const total = { up: 0, steady: 0, down: 0, unknown: 0 }
  return Array.from({ length: count }, (_, place) => {
    for (const { choice, votes } of byPlace.get(place) ?? []) total[choice] += votes
    return { hour: from + place * HOUR_MS, ...total }
  })
}
