import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { seasonOf } from '#shared/rules/season.ts'
import { RANKED_SINCE, SEASON_MEMBERS, SEASON_ORDER, seasonSql } from './points-sql.ts'

/** Seasons that have ended, whose rounds are all settled (void ones included), and that are not final. */
const DUE = statement(
  `SELECT r.season, r.settled_at FROM (
    SELECT ${seasonSql('target_date')} AS season, max(settled_at) AS settled_at FROM round
    GROUP BY 1 HAVING bool_and(settled_at IS NOT NULL)) r
  WHERE r.season < $1 AND NOT EXISTS (SELECT FROM season f WHERE f.season = r.season)
  ORDER BY 1`,
  { season: column.text, settled_at: column.instant },
)

/**
 * Freezes season `$1` at `$2` with the people who were old enough at its last settlement, `$3`. Of several
 * instances the first inserts the season, and only its statement writes results.
 */
const FREEZE = statement(
  `WITH ranked AS MATERIALIZED (
    SELECT s.*, row_number() OVER (ORDER BY ${SEASON_ORDER})::int AS rank
    FROM ${SEASON_MEMBERS} AND ${RANKED_SINCE} <= $3
  ), frozen AS (
    INSERT INTO season (season, frozen_at, ranked_members)
      SELECT $1, $2, (SELECT count(*) FROM ranked) ON CONFLICT (season) DO NOTHING RETURNING season
  ), results AS (
    INSERT INTO season_result (season, rank, user_id, points, settled, calls, right_calls, implied_ppm)
      SELECT frozen.season, r.rank, r.user_id, r.points, r.settled, r.calls, r.right_calls,
        r.implied_ppm
      FROM frozen CROSS JOIN ranked r
  ) SELECT season FROM frozen`,
  { season: column.text },
)

export type SeasonStore = ReturnType<typeof createSeasonStore>

/** Final rankings of seasons in the database. */
export function createSeasonStore(database: Database) {
  return {
    /**
     * Freezes every season that is due at `now` (epoch ms), missed ones too. The rounds due at `now` must
     * exist. Idempotent, also in several instances. @returns the seasons that this call froze
     */
    async freezeDue(now: number): Promise<string[]> {
      const frozen: string[] = []
      for (const due of await database.query(DUE, [seasonOf(now)])) {
        const values = [due.season, new Date(now), due.settled_at]
        // Each row of a result locks its account.
        const freeze = (sql: Sql) => sql.query(FREEZE, values)
        const rows = await database.transaction(freeze, { isLong: true })
        frozen.push(...rows.map(({ season }) => season))
      }
      return frozen
    },
  }
}
