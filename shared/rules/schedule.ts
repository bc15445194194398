import { DAY_MS, WEEK_MS } from './time.ts'

/**
 * Schedule of the rounds. A week has two voting periods, Monday 00:00 to Thursday 00:00 and Thursday 00:00
 * to Monday 00:00 UTC. Each opens one round with its target seven days after the period's start.
 * Instants are epoch milliseconds; intervals are half-open `[start, end)`.
 */

/** Thursday to Monday. 1970-01-01 was a Thursday, so epoch weeks start on Thursdays. */
const THURSDAY_PERIOD_MS = 4 * DAY_MS
const MONDAY_PERIOD_MS = WEEK_MS - THURSDAY_PERIOD_MS

export interface Round {
  /** The instant of the reference price; equals `opensAt`. */
  refDate: number
  /** The instant whose price settles the round: `refDate` + 7 days. */
  targetDate: number
  /** Voting opens (inclusive). */
  opensAt: number
  /** Voting closes (exclusive): the end of the period. */
  closesAt: number
}

export type RoundStatus = 'upcoming' | 'live' | 'closed'

/** Start of the voting period that contains `now` (the specification's "week start"). */
export function periodStart(now: number): number {
  const thursday = Math.floor(now / WEEK_MS) * WEEK_MS
  return now - thursday < THURSDAY_PERIOD_MS ? thursday : thursday + THURSDAY_PERIOD_MS
}

/** End of the voting period that contains `now`, exclusive. */
export function periodEnd(now: number): number {
  const start = periodStart(now)
  return start + (start % WEEK_MS === 0 ? THURSDAY_PERIOD_MS : MONDAY_PERIOD_MS)
}

/** Whether a round starts at exactly this instant: Monday or Thursday 00:00 UTC. */
export function isRoundStart(instant: number): boolean {
  return periodStart(instant) === instant
}

/** The start of the round on a UTC day, `2026-11-19`; null when none starts on it, or there is no such day. */
export function roundStartOn(day: string): number | null {
  const instant = Date.parse(`${day}T00:00:00Z`)
  // Engines read February 30 as March 2.
  return isRoundStart(instant) && new Date(instant).toISOString().slice(0, 10) === day
    ? instant
    : null
}

/** The round that starts at `refDate`. Throws a RangeError when no round starts there. */
export function roundAt(refDate: number): Round {
  if (!isRoundStart(refDate)) throw new RangeError(`no round starts at ${refDate}`)
  return {
    refDate,
    targetDate: refDate + WEEK_MS,
    opensAt: refDate,
    closesAt: periodEnd(refDate),
  }
}

/** The round whose target is `targetDate`. Throws a RangeError when there is none. */
export function roundOfTarget(targetDate: number): Round {
  return roundAt(targetDate - WEEK_MS)
}

/** The round that takes votes at `now` (the summary's `target2`). */
export function liveRound(now: number): Round {
  return roundAt(periodStart(now))
}

/** The round that is closed and waits for its target at `now` (the summary's `target1`). */
export function waitingRound(now: number): Round {
  return roundAt(periodStart(periodStart(now) - 1))
}

/** Every round start after `fromExclusive` up to and including `toInclusive`, oldest first. */
export function roundStartsBetween(fromExclusive: number, toInclusive: number): number[] {
  const starts: number[] = []
  for (let start = periodEnd(fromExclusive); start <= toInclusive; start = periodEnd(start)) {
    starts.push(start)
  }
  return starts
}

/** Voting status of a round at `now`. `closed` does not imply that it is settled. */
export function roundStatus(round: Round, now: number): RoundStatus {
  if (now < round.opensAt) return 'upcoming'
  return now < round.closesAt ? 'live' : 'closed'
}
