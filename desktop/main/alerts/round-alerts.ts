import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { hasVoted } from '#desktop/main/tray/tray-view.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Target } from '#shared/contract/summary.ts'
import { isRoundStart, liveRound, roundOfTarget, roundStatus } from '#shared/rules/schedule.ts'
import { HOUR_MS, MINUTE_MS, WEEK_MS } from '#shared/rules/time.ts'
import type { Step } from './alert.ts'

/**
 * Alert when a newer round opens. `known` and `target` are targets, `now` server time, all epoch
 * milliseconds. The first known target is silent, closed rounds are skipped, and future ones are
 * ignored.
 */
export function openedAlert(
  known: number | null,
  target: number,
  now: number,
): Step<number | null> {
  const unchanged = { state: known, alert: null }
  const isTarget = Number.isFinite(target) && isRoundStart(target - WEEK_MS)
  if (!isTarget || (known !== null && target <= known)) return unchanged
  const round = roundOfTarget(target)
  const status = roundStatus(round, now)
  if (status === 'upcoming') return unchanged
  const isNew = known !== null && status === 'live'
  return { state: target, alert: isNew ? { kind: 'opened', round } : null }
}

/** User and target (epoch milliseconds) of the last reminder. */
export const ClosingState = Type.Object({ userId: Type.Integer(), target: Type.Integer() })
export type ClosingState = Static<typeof ClosingState>

/** `lastVoteTime` is epoch milliseconds, 0 for never. */
export type Voter = Pick<UserClaims, 'id' | 'lastVoteTime'>

/**
 * Reminder in the last hour of a live round with a reference price, if the user has not voted: once
 * per round and user, not in the last minute. `now` is server time.
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
  const wasShown = known?.userId === voter?.id && known?.target === round.targetDate
  const isDue = takesVotes && !wasShown && left <= HOUR_MS && left > MINUTE_MS
  if (!voter || !isDue || hasVoted(voter, now)) return { state: known, alert: null }
  const state = { userId: voter.id, target: round.targetDate }
  return { state, alert: { kind: 'closing', round, now } }
}

/** Ids of reported votes of the last user. `told` is the name in the file. */
export const SettledState = Type.Object({
  userId: Type.Integer(),
  told: Type.Array(Type.Integer(), { maxItems: 1000 }),
})
export type SettledState = Static<typeof SettledState>

/** "Not sure" has no outcome but the points carried over; a direction in a void round is reported as void. */
const hasOutcome = ({ voteChoice, points }: OwnVote) =>
  voteChoice !== 'unknown' || (points !== null && points !== 0)

/** Maximum number of ids; above the size of one reply. */
const MAX_IDS = 200

/**
 * Alert for votes of `userId` settled since the last check; several share one alert. `votes` are
 * the newest own votes. The first check of a user is silent.
 */
export function settledAlert(
  known: SettledState | null,
  userId: number,
  votes: readonly OwnVote[],
): Step<SettledState> {
  const settled = votes.filter(({ settledAt }) => settledAt !== null)
  const before = known?.userId === userId ? known.told : null
  // Ids stay even when an outdated reply omits them.
  const ids = new Set([...(before ?? []), ...settled.map(({ id }) => id)])
  const reported = [...ids].sort((a, b) => b - a).slice(0, MAX_IDS)
  const fresh = settled.filter((vote) => before?.includes(vote.id) === false)
  const alert = fresh.filter(hasOutcome)
  return {
    state: { userId, told: reported },
    alert: alert.length > 0 ? { kind: 'settled', votes: alert } : null,
  }
}
