import { ApiError } from '#api/infrastructure/errors.ts'
import type { OwnVote, OwnWeek } from '#shared/contract/profile.ts'
import { weekOf, weekStart } from '#shared/rules/iso-week.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { toOwnVote } from './own-vote.ts'
import type { OwnVoteStore } from './store.ts'

interface WeekOptions {
  /** The last complete week by default. */
  week: string | undefined
  /** Epoch milliseconds. */
  now: number
}

/** The sums of settled votes. */
function figuresOf(settled: readonly OwnVote[]) {
  const byPoints = settled.toSorted((one, other) => (other.points ?? 0) - (one.points ?? 0))
  const [best, worst] = [byPoints[0], byPoints.at(-1)]
  const isApart = best !== undefined && worst !== undefined && best.points !== worst.points
  const count = (result: OwnVote['result']) =>
    settled.filter((vote) => vote.result === result).length
  return {
    points: settled.reduce((sum, { points }) => sum + (points ?? 0), 0),
    hits: count('HIT'),
    misses: count('MISS'),
    best: isApart ? best.id : null,
    worst: isApart ? worst.id : null,
  }
}

/**
 * The week of a user: votes of the rounds whose target falls into it. A week from before the account is empty.
 * @throws ApiError INVALID for no week, NOT_FOUND for one of the future
 */
export async function readWeek(
  store: Pick<OwnVoteStore, 'settledIn' | 'madeIn' | 'weekRank'>,
  userId: number,
  { week: name, now }: WeekOptions,
): Promise<OwnWeek> {
  const week = name ?? weekOf(now - WEEK_MS)
  const monday = weekStart(week)
  if (monday === null) throw new ApiError('INVALID', { field: 'week' })
  if (monday > now) throw new ApiError('NOT_FOUND')
  const span = { start: new Date(monday), end: new Date(monday + WEEK_MS) }
  const [votes, made, rank] = await Promise.all([
    store.settledIn(userId, span),
    store.madeIn(userId, span),
    store.weekRank(userId, span.start),
  ])
  const settled = votes.map(toOwnVote)
  return {
    week,
    start: span.start.toISOString(),
    end: span.end.toISOString(),
    settled,
    made,
    ...figuresOf(settled),
    rank: rank && settled.length > 0 ? { before: rank.rankBefore, after: rank.rank } : null,
  }
}
