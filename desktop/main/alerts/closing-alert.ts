import { type Static, Type } from '@sinclair/typebox'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { Target } from '#shared/contract/summary.ts'
import { HOUR_MS, liveRound } from '#shared/rules/schedule.ts'
import type { Step } from './alert-news.ts'

/** Whom it was told, and of which target (epoch milliseconds). */
export const ClosingState = Type.Object({ userId: Type.Integer(), target: Type.Integer() })
export type ClosingState = Static<typeof ClosingState>

/** Who might have to hurry. `lastVoteTime` is epoch milliseconds, 0 for never. */
export type Voter = Pick<UserClaims, 'id' | 'lastVoteTime'>

const MINUTE_MS = 60_000

/**
 * The live round closes within the hour, takes votes (it has a reference price), and this person
 * has no vote in it: told once a round and person, whenever within that hour the app is there to
 * tell it. In the last minute it is not told any more: most would read it after the close. `now` is
 * the server's time.
 */
export function closingAlert(
  known: ClosingState | null,
  voter: Voter | null,
  target: Target | null,
  now: number,
): Step<ClosingState | null> {
  const round = liveRound(now)
  const left = round.closesAt - now
  const takesVotes = target?.refPrice != null && Date.parse(target.targetDate) === round.targetDate
  const isTold = known?.userId === voter?.id && known?.target === round.targetDate
  const hasVoted = voter !== null && voter.lastVoteTime >= round.refDate
  if (!voter || !takesVotes || isTold || hasVoted || left > HOUR_MS || left <= MINUTE_MS) {
    return { state: known, news: null }
  }
  const state = { userId: voter.id, target: round.targetDate }
  return { state, news: { kind: 'closing', round, now } }
}
