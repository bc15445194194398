import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { Figures } from '#shared/contract/users.ts'
import { isSeason } from '#shared/rules/season.ts'
import { LAST_ROUND } from './store.ts'

const COLUMNS = {
  created: column.instant,
  ranks_from: column.nullable(column.instant),
  banned: column.boolean,
  points: column.int,
  calls: column.int,
  right_calls: column.int,
  implied_ppm: column.float,
  settled: column.int,
}

const figuresOf = (from: string) =>
  statement(
    `SELECT u.created, u.ranks_from, u.banned_at IS NOT NULL AS banned,
      coalesce(s.points, 0)::int AS points, coalesce(s.calls, 0)::int AS calls,
      coalesce(s.right_calls, 0)::int AS right_calls,
      coalesce(s.implied_ppm, 0)::float8 AS implied_ppm, coalesce(s.settled, 0)::int AS settled
    FROM user_account u LEFT JOIN ${from} WHERE u.id = $1 AND u.erased_at IS NULL
      AND $2::text IS NOT NULL`,
    COLUMNS,
  )

const SEASON = figuresOf('season_stats s ON s.user_id = u.id AND s.season = $2')
const ALL = figuresOf('user_stats s ON s.user_id = u.id')
const LAST = figuresOf(`LATERAL (SELECT l.points, 1 AS settled, c.counts::int AS calls,
    (c.counts AND v.choice::text = r.outcome::text)::int AS right_calls,
    CASE WHEN c.counts THEN round(1e6 * -v.offer_miss / (v.offer_hit - v.offer_miss)) END
      AS implied_ppm
  FROM (${LAST_ROUND}) r
  JOIN vote v ON v.round_id = r.id AND v.user_id = u.id JOIN ledger l ON l.vote_id = v.id
  CROSS JOIN LATERAL (SELECT v.choice <> 'unknown' AND v.offer_hit <> v.offer_miss AS counts) c
  ) s ON true`)

export type OwnFiguresStore = ReturnType<typeof createOwnFiguresStore>

/** The figures of one person in a list. */
export function createOwnFiguresStore(database: Database) {
  return {
    /** Null without an account. Instants are epoch milliseconds. */
    async figures(name: string, userId: number) {
      const list = isSeason(name) ? SEASON : name === 'all' ? ALL : LAST
      const [row] = await database.query(list, [userId, name])
      if (!row) return null
      const figures: Figures = {
        points: row.points,
        calls: row.calls,
        right: row.right_calls,
        impliedPpm: row.implied_ppm,
        settled: row.settled,
      }
      const person = {
        created: row.created.getTime(),
        ranksFrom: row.ranks_from?.getTime() ?? null,
        banned: row.banned,
      }
      return { person, figures }
    },
  }
}
