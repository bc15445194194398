import { DIRECTIONS, type Direction, type VoteChoice } from './band.ts'
import type { Chances } from './offer.ts'

/** Votes of a round by choice. */
export type ChoiceCounts = Readonly<Record<VoteChoice, number>>

/** The plurality of the directions; `split` when the largest two are equal. */
export type CrowdPick = Direction | 'split'

/** A round shows its split, its crowd's pick and its best calls from this many votes on, unknown included. */
export const CROWD_MIN_VOTERS = 10

/** All votes of a round, unknown included. */
export function votersOf({ up, steady, down, unknown }: ChoiceCounts): number {
  return up + steady + down + unknown
}

/** The direction with most votes; `split` for a tie of the largest, null without a directional vote. */
export function crowdPick(counts: Readonly<Record<Direction, number>>): CrowdPick | null {
  const most = Math.max(...DIRECTIONS.map((direction) => counts[direction]))
  if (most <= 0) return null
  const [first, second] = DIRECTIONS.filter((direction) => counts[direction] === most)
  return second === undefined ? (first ?? null) : 'split'
}

/** Whether the pick was the outcome; null before settlement, in a void round, and for no single pick. */
export function isPickRight(
  pick: CrowdPick | null,
  outcome: Direction | 'void' | null,
): boolean | null {
  if (pick === null || pick === 'split' || outcome === null || outcome === 'void') return null
  return pick === outcome
}

/** The direction with the largest chance; equal chances go to the more central, then to the upper one. */
export function favoriteOf(chances: Chances): Direction {
  if (chances.steady >= chances.up && chances.steady >= chances.down) return 'steady'
  return chances.up >= chances.down ? 'up' : 'down'
}

/** A settled round as the record counts it. */
export interface RecordedRound {
  outcome: Direction | 'void'
  votes: ChoiceCounts
  /** The offers' favorite at the open; null without a reference price. */
  favorite: Direction | null
  /** Settled priced calls with a direction, and the sum of their points; 0 in a void round. */
  calls: number
  points: number
}

/** How often a pick was right. */
export interface Right {
  right: number
  of: number
}

export interface CrowdRecord {
  /** Settled rounds, void ones excluded. */
  rounds: number
  crowd: Right
  alwaysSteady: Right
  favorite: Right
  crowdPoints: { points: number; calls: number }
}

/**
 * The crowd's record over settled rounds. The three picks are compared over the same rounds: not void, at
 * least `CROWD_MIN_VOTERS` votes, no tie. Points are those of all rounds that were not void.
 */
export function crowdRecord(settled: readonly RecordedRound[]): CrowdRecord {
  const rounds = settled.filter(({ outcome }) => outcome !== 'void')
  const compared = rounds.filter(({ outcome, votes }) => {
    return votersOf(votes) >= CROWD_MIN_VOTERS && isPickRight(crowdPick(votes), outcome) !== null
  })
  const count = (pickOf: (round: RecordedRound) => CrowdPick | null): Right => ({
    right: compared.filter((round) => pickOf(round) === round.outcome).length,
    of: compared.length,
  })
  return {
    rounds: rounds.length,
    crowd: count(({ votes }) => crowdPick(votes)),
    alwaysSteady: count(() => 'steady'),
    favorite: count(({ favorite }) => favorite),
    crowdPoints: {
      points: rounds.reduce((sum, { points }) => sum + points, 0),
      calls: rounds.reduce((sum, { calls }) => sum + calls, 0),
    },
  }
}
