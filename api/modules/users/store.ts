import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { Ranker } from '#shared/contract/users.ts'

/** The order of the ranking is the order of the index user_stats_rank. */
const TOP = statement(
  `SELECT s.user_id AS id, u.unique_code AS "uniqueCode", u.nickname, s.points
  FROM (SELECT * FROM user_stats
    ORDER BY points DESC, settled DESC, first_vote_at, user_id LIMIT $1) s
  JOIN user_account u ON u.id = s.user_id
  ORDER BY s.points DESC, s.settled DESC, s.first_vote_at, s.user_id`,
  Ranker.properties,
)

export type RankerStore = ReturnType<typeof createRankerStore>

/** The ranking in the database. */
export function createRankerStore(database: Database) {
  return { top: (limit: number) => database.query(TOP, [limit]) }
}
