import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import {
  RANKED_SINCE,
  SEASON_MEMBERS,
  SEASON_ORDER,
  seasonSql,
} from '#api/modules/rounds/points-sql.ts'
import { isSeason } from '#shared/rules/season.ts'
import { SKILL_MIN_CALLS } from '#shared/rules/track-record.ts'
import { LAST_ROUND } from './store.ts'

/** Weeks whose ranks are kept: a year with the week before it. */
const WEEKS_KEPT = 53

/** Members of a list in SQL; `$1` is its name. */
interface ListSql {
  stats: string
  from: string
  /** When a member is ranked. */
  since: string
  order: string
}

const SEASON: ListSql = {
  stats: 's.user_id, s.points, s.settled, s.calls, s.right_calls, s.implied_ppm',
  from: SEASON_MEMBERS,
  since: RANKED_SINCE,
  order: SEASON_ORDER,
}
/** People and order of the rankers. The comparison uses `$1`, which this list does not need. */
const ALL: ListSql = {
  stats: SEASON.stats,
  from: `user_stats s JOIN user_account u ON u.id = s.user_id
    WHERE s.settled > 0 AND u.banned_at IS NULL AND u.erased_at IS NULL AND $1::text IS NOT NULL`,
  since: "coalesce(u.ranks_from, '-infinity')",
  order: 's.points DESC, s.settled DESC, s.first_vote_at, s.user_id',
}
const LAST: ListSql = {
  stats: `v.user_id, l.points, 1 AS settled, 1 AS calls,
    (v.choice::text = r.outcome::text)::int AS right_calls,
    round(1e6 * -v.offer_miss / (v.offer_hit - v.offer_miss))::bigint AS implied_ppm`,
  from: `(${LAST_ROUND}) r JOIN vote v ON v.round_id = r.id JOIN ledger l ON l.vote_id = v.id
    JOIN user_account u ON u.id = v.user_id
    WHERE v.choice <> 'unknown' AND v.offer_hit <> v.offer_miss AND $1::text IS NOT NULL
      AND v.created >= coalesce(u.ranks_from, '-infinity')
      AND u.banned_at IS NULL AND u.erased_at IS NULL`,
  since: RANKED_SINCE,
  order: 'l.points DESC, v.created, v.user_id',
}

/** Locks the list, so that two owners of the jobs write it one after another. `$2` is the present. */
const describe = ({ stats, from, since }: ListSql) =>
  statement(
    `INSERT INTO ranking_list (list, members, experienced, next_at)
    SELECT $1, count(*) FILTER (WHERE since <= $2),
      count(*) FILTER (WHERE since <= $2 AND calls >= ${SKILL_MIN_CALLS}),
      min(since) FILTER (WHERE since > $2)
    FROM (SELECT ${stats}, ${since} AS since FROM ${from}) member
    ON CONFLICT (list) DO UPDATE SET members = excluded.members,
      experienced = excluded.experienced, next_at = excluded.next_at
    RETURNING next_at`,
    { next_at: column.nullable(column.instant) },
  )
const CLEAR = statement('DELETE FROM ranking WHERE list = $1')
const fill = ({ stats, from, since, order }: ListSql) =>
  statement(
    `INSERT INTO ranking (list, rank, user_id, points, settled, calls, right_calls, implied_ppm)
    SELECT $1, row_number() OVER (ORDER BY ${order}), ${stats} FROM ${from} AND ${since} <= $2`,
  )
const writing = (list: ListSql) => ({ describe: describe(list), fill: fill(list) })
const LISTS = { season: writing(SEASON), all: writing(ALL), last: writing(LAST) }

/** SQL: the Monday of the week in which the newest settled round settled, as a date. */
const WEEK = `(SELECT date_trunc('week', max(target_date) AT TIME ZONE 'UTC')::date FROM round
  WHERE settled_at IS NOT NULL)`
/**
 * Keeps the ranks from before a week, once a week: both rounds that settle in it are closed when the first one
 * settles, so that their people are known. The last condition has no column of a joined row, so that it is
 * evaluated once and not for each of them, with any statistics.
 */
const KEEP_WEEK = statement(
  `INSERT INTO week_rank (user_id, week, rank_before)
  SELECT DISTINCT v.user_id, w.monday, k.rank FROM (SELECT ${WEEK} AS monday) w
    JOIN round r ON r.target_date >= w.monday::timestamp AT TIME ZONE 'UTC'
      AND r.target_date < (w.monday + 7)::timestamp AT TIME ZONE 'UTC'
    JOIN vote v ON v.round_id = r.id
    JOIN user_account u ON u.id = v.user_id AND u.erased_at IS NULL
    LEFT JOIN ranking k ON k.list = 'all' AND k.user_id = v.user_id
  WHERE w.monday > coalesce((SELECT max(week) FROM week_rank), '-infinity')
  ON CONFLICT DO NOTHING`,
)
const SET_WEEK = statement(
  `UPDATE week_rank w SET rank = k.rank FROM ranking k
  WHERE w.week = ${WEEK} AND k.list = 'all' AND k.user_id = w.user_id AND w.rank IS DISTINCT FROM k.rank`,
)
const FORGET_WEEKS = statement(`DELETE FROM week_rank WHERE week <= ${WEEK} - 7 * ${WEEKS_KEPT}`)

const DUE = statement(
  `SELECT coalesce((SELECT array_agg(id) FROM ranking_change), '{}')::text AS changes,
    NOT EXISTS (SELECT FROM ranking_list) OR EXISTS (SELECT FROM ranking_list WHERE next_at <= $1) AS due,
    EXISTS (SELECT FROM round WHERE pending_outcome IS NOT NULL AND settled_at IS NULL) AS settling`,
  { changes: column.text, due: column.boolean, settling: column.boolean },
)
const LIVE_SEASONS = statement(
  `SELECT ${seasonSql('target_date')} AS season FROM round EXCEPT SELECT season FROM season`,
  { season: column.text },
)
const DROP_OTHERS = ['ranking', 'ranking_list'].map((table) =>
  statement(`DELETE FROM ${table} WHERE list <> ALL($1::text::text[])`),
)
const FORGET = statement('DELETE FROM ranking_change WHERE id = ANY($1::text::int[])')

/** What is due. */
export interface DueRanks {
  /** Changes since the lists were written, as a PostgreSQL array. */
  changes: string
  /** Whether there are changes, an account has become old enough, or nothing was ever written. */
  isDue: boolean
}

export type RankStore = ReturnType<typeof createRankStore>

/** Writes the live rankings. */
export function createRankStore(database: Database) {
  return {
    /** What is due at `now` (epoch ms): nothing while a round is being settled. */
    async due(now: number): Promise<DueRanks> {
      const [row] = await database.query(DUE, [new Date(now)])
      if (!row || row.settling) return { changes: '{}', isDue: false }
      return { changes: row.changes, isDue: row.due || row.changes !== '{}' }
    },

    /** Names of the live rankings: `all`, `last-round`, and seasons that are not final. */
    async lists(): Promise<string[]> {
      const seasons = await database.query(LIVE_SEASONS)
      return ['all', 'last-round', ...seasons.map(({ season }) => season)]
    },

    /**
     * Writes a list as of `now` (epoch ms); readers get the previous one until then.
     * @returns when its next member joins (epoch ms); null for never
     */
    async write(name: string, now: number): Promise<number | null> {
      const list = isSeason(name) ? LISTS.season : name === 'all' ? LISTS.all : LISTS.last
      const at = new Date(now)
      const work = async (sql: Sql) => {
        const [row] = await sql.query(list.describe, [name, at])
        if (name === 'all') await sql.query(KEEP_WEEK)
        await sql.query(CLEAR, [name])
        await sql.query(list.fill, [name, at])
        if (name === 'all') await sql.query(SET_WEEK)
        return row?.next_at?.getTime() ?? null
      }
      return database.transaction(work, { isLong: true })
    },

    /** Drops every other list, and the changes that the written ones contain. */
    async finish(names: readonly string[], changes: string): Promise<void> {
      const work = async (sql: Sql) => {
        await sql.query(FORGET_WEEKS)
        for (const drop of DROP_OTHERS) await sql.query(drop, [`{${names.join()}}`])
        await sql.query(FORGET, [changes])
      }
      await database.transaction(work, { isLong: true })
    },
  }
}
