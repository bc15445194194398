import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Target } from '#shared/contract/summary.ts'
import {
  HOUR_MS,
  isRoundStart,
  liveRound,
  roundOfTarget,
  roundStatus,
  WEEK_MS,
} from '#shared/rules/schedule.ts'
import type { Step } from './alert.ts'

/**
 * A round opened. `known` is the newest target that was heard of, `target` the one heard of now,
 * `now` the server's time; all epoch milliseconds. The very first one is where the app came in and
 * not news; an older one never is; nor is one that has closed since, of which a server tells that
 * catches up. One that is not open yet is not believed.
 */
export function openedAlert(
  known: number | null,
  target: number,
  now: number,
): Step<number | null> {
  const unchanged = { state: known, news: null }
  const isTarget = Number.isFinite(target) && isRoundStart(target - WEEK_MS)
  if (!isTarget || (known !== null && target <= known)) return unchanged
  const round = roundOfTarget(target)
  const status = roundStatus(round, now)
  if (status === 'upcoming') return unchanged
  const isNews = known !== null && status === 'live'
  return { state: target, news: isNews ? { kind: 'opened', round } : null }
}

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

/** Whose settled votes are known, by their ids. Of one person at a time: the last who signed in. */
export const SettledState = Type.Object({
  userId: Type.Integer(),
  told: Type.Array(Type.Integer(), { maxItems: 1000 }),
})
export type SettledState = Static<typeof SettledState>

/** Whoever said "not sure" waits for nothing; a direction of a void round is told as void. */
const isWorthTelling = ({ voteChoice }: OwnVote) => voteChoice !== 'unknown'

/** More than the newest votes that are ever asked for. */
const REMEMBERED = 200

/**
 * Votes of `userId` were settled since the last look. `votes` are the newest own ones. The first
 * look at a person's votes only learns which are settled already; several at once are one piece of
 * news.
 */
export function settledAlert(
  known: SettledState | null,
  userId: number,
  votes: readonly OwnVote[],
): Step<SettledState> {
  const settled = votes.filter(({ settledAt }) => settledAt !== null)
  const before = known?.userId === userId ? known.told : null
  // What was told stays told, even if an answer that is behind leaves it out.
  const ids = new Set([...(before ?? []), ...settled.map(({ id }) => id)])
  const told = [...ids].sort((a, b) => b - a).slice(0, REMEMBERED)
  const fresh = settled.filter((vote) => before?.includes(vote.id) === false)
  const news = fresh.filter(isWorthTelling)
  return {
    state: { userId, told },
    news: news.length > 0 ? { kind: 'settled', votes: news } : null,
  }
}
