import { type Static, Type } from '@sinclair/typebox'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Step } from './alert-news.ts'

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
