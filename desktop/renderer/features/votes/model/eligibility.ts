import { periodStart } from '#shared/rules/schedule.ts'

/** What is known of the votes of the person at the page. Instants are epoch milliseconds. */
export interface Voter {
  id: number
  /** The last vote as the access token knows it; 0 when there never was one. */
  lastVoteTime: number
}

/** A vote that this page learned of before the access token did. */
export interface HeardVote {
  userId: number
  at: number
}

/**
 * The vote eligibility value: -1 when there is no user, 0 when voting is allowed, else the instant of
 * the vote that was cast in the period of `now` (epoch milliseconds, server time).
 */
export function voteCount(voter: Voter | null, heard: HeardVote | null, now: number): number {
  if (!voter) return -1
  const known = heard?.userId === voter.id ? heard.at : 0
  const last = Math.max(voter.lastVoteTime, known)
  return last >= periodStart(now) ? last : 0
}
