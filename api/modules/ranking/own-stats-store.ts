import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { isSeason } from '#shared/rules/season.ts'
import { STATS_COLUMNS, toStats } from './stats-sql.ts'
import { LAST_ROUND } from './store.ts'

const COLUMNS = {
  created: column.instant,
  ranks_from: column.nullable(column.instant),
  banned: column.boolean,
  ...STATS_COLUMNS,
}

const statsOf = (from: string) =>
  statement(
    `SELECT u.created, u.ranks_from, u.banned_at IS NOT NULL AS banned,
      coalesce(s.points, 0)::int AS points, coalesce(s.calls, 0)::int AS calls,
      coalesce(s.right_calls, 0)::int AS right_calls,
      coalesce(s.implied_ppm, 0)::float8 AS implied_ppm, coalesce(s.settled, 0)::int AS settled
    FROM user_account u LEFT JOIN ${from} WHERE u.id = $1 AND u.erased_at IS NULL
      AND $2::text IS NOT NULL`,
    COLUMNS,
  )

const SEASON = statsOf('season_stats s ON s.user_id = u.id AND s.season = $2')
const ALL = statsOf('user_stats s ON s.user_id = u.id')
const LAST = statsOf(`LATERAL (SELECT l.points, 1 AS settled, c.counts::int AS calls,
    (c.counts AND v.choice::text = r.outcome::text)::int AS right_calls,
    CASE WHEN c.counts THEN round(1e6 * -v.offer_miss / (v.offer_hit - v.offer_miss)) END
      AS implied_ppm
  FROM (${LAST_ROUND}) r
  JOIN vote v ON v.round_id = r.id AND v.user_id = u.id JOIN ledger l ON l.vote_id = v.id
  CROSS JOIN LATERAL (SELECT v.choice <> 'unknown' AND v.offer_hit <> v.offer_miss AS counts) c
  ) s ON true`)

export type OwnStatsStore = ReturnType<typeof createOwnStatsStore>

/** The stats of one person in a list. */
export function createOwnStatsStore(database: Database) {
  return {
    /** Null without an account. Instants are epoch milliseconds. */
    async stats(name: string, userId: number) {
      const list = isSeason(name) ? SEASON : name === 'all' ? ALL : LAST
      const [row] = await database.query(list, [userId, name])
      if (!row) return null
      const person = {
        created: row.created.getTime(),
        ranksFrom: row.ranks_from?.getTime() ?? null,
        banned: row.banned,
      }
      return { person, stats: toStats(row) }
    },
  }
}
