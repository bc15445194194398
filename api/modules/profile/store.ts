import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { OWN_VOTE_COLUMNS } from './own-vote.ts'

/**
 * Rounds are numbered in the order they open and a person votes once in each, so the order of the
 * key (user, round) is that of the votes, and no more of them are read than are asked for.
 */
export const NEWEST = statement(
  `SELECT v.id, v.choice, v.offer_hit, v.offer_miss, v.created, r.target_date,
    r.outcome, l.points, l.settled_at
  FROM (SELECT id, round_id, choice, offer_hit, offer_miss, created FROM vote
    WHERE user_id = $1 ORDER BY round_id DESC LIMIT $2) v
  JOIN round r ON r.id = v.round_id
  LEFT JOIN ledger l ON l.vote_id = v.id AND r.settled_at IS NOT NULL
  ORDER BY v.round_id DESC`,
  OWN_VOTE_COLUMNS,
)

export type OwnVoteStore = ReturnType<typeof createOwnVoteStore>

/** The votes of one person in the database. */
export function createOwnVoteStore(database: Database) {
  return {
    newest: (userId: number, limit: number) => database.query(NEWEST, [userId, limit]),
  }
}
