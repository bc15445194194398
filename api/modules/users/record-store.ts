import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { SKILL_COLUMNS, SKILL_FIGURES } from '#api/modules/ranking/skill-sql.ts'
import { STATS_COLUMNS } from '#api/modules/ranking/stats-sql.ts'
import { Direction } from '#shared/contract/common.ts'
import { Outcome } from '#shared/contract/rounds.ts'

/** Votes of the points over time: ten seasons of both rounds of a week. */
export const LISTED_VOTES = 520

const USER = statement(
  `SELECT u.id, u.unique_code, u.nickname, u.created, u.ranks_from,
    u.banned_at IS NOT NULL AS banned, coalesce(s.points, 0)::int AS points,
    coalesce(s.settled, 0)::int AS settled, coalesce(s.calls, 0)::int AS calls,
    coalesce(s.right_calls, 0)::int AS right_calls,
    coalesce(s.implied_ppm, 0)::float8 AS implied_ppm,
    coalesce(s.up_calls, 0)::int AS up_calls, coalesce(s.up_right, 0)::int AS up_right,
    coalesce(s.up_points, 0)::int AS up_points, coalesce(s.steady_calls, 0)::int AS steady_calls,
    coalesce(s.steady_right, 0)::int AS steady_right,
    coalesce(s.steady_points, 0)::int AS steady_points,
    coalesce(s.down_calls, 0)::int AS down_calls, coalesce(s.down_right, 0)::int AS down_right,
    coalesce(s.down_points, 0)::int AS down_points, ${SKILL_FIGURES}
  FROM user_account u LEFT JOIN user_stats s ON s.user_id = u.id
    LEFT JOIN skill k ON k.user_id = u.id AND k.list = 'all'
  WHERE u.unique_code = $1 AND u.erased_at IS NULL`,
  {
    id: column.int,
    unique_code: column.text,
    nickname: column.text,
    created: column.instant,
    ranks_from: column.nullable(column.instant),
    banned: column.boolean,
    ...STATS_COLUMNS,
    up_calls: column.int,
    up_right: column.int,
    up_points: column.int,
    steady_calls: column.int,
    steady_right: column.int,
    steady_points: column.int,
    down_calls: column.int,
    down_right: column.int,
    down_points: column.int,
    ...SKILL_COLUMNS,
  },
)

const SEASON = statement(
  `SELECT points, calls, right_calls, implied_ppm::float8 AS implied_ppm, settled FROM season_stats
  WHERE season = $1 AND user_id = $2`,
  STATS_COLUMNS,
)

/** The newest counted entries of a person's ledger, newest first; a person has two a week. */
const POINTS_OVER_TIME = statement(
  `SELECT v.id, r.target_date, l.points, coalesce(l.variance, 0) AS variance,
    v.choice <> 'unknown' AND v.offer_hit <> v.offer_miss
      AND coalesce(r.outcome, r.pending_outcome) <> 'void' AS counts
  FROM ledger l JOIN vote v ON v.id = l.vote_id JOIN round r ON r.id = v.round_id
    JOIN user_account u ON u.id = l.user_id
  WHERE l.user_id = $1 AND v.created >= coalesce(u.ranks_from, '-infinity') ORDER BY r.target_date DESC LIMIT ${LISTED_VOTES}`,
  {
    id: column.int,
    target_date: column.instant,
    points: column.int,
    variance: column.float,
    counts: column.boolean,
  },
)

const TOTAL = statement(
  `SELECT u.id, (SELECT count(*)::int FROM vote v WHERE v.user_id = u.id) AS votes
  FROM user_account u WHERE u.unique_code = $1 AND u.erased_at IS NULL`,
  { id: column.int, votes: column.int },
)

/** Round ids increase with time, so the index (user, round) provides this order. */
const VOTES = statement(
  `SELECT v.id, r.target_date, r.ref_price, v.choice, r.outcome, l.points, v.offer_hit, v.offer_miss, v.carried,
    v.created, coalesce(v.accepted, v.created) AS entered_at, v.has_content AND v.note_hidden_at IS NULL AS has_content
  FROM vote v JOIN round r ON r.id = v.round_id
    LEFT JOIN ledger l ON l.vote_id = v.id AND r.settled_at IS NOT NULL
  WHERE v.user_id = $1 ORDER BY v.round_id DESC LIMIT $2 OFFSET $3`,
  {
    id: column.int,
    target_date: column.instant,
    ref_price: column.nullable(column.text),
    choice: Direction,
    outcome: column.nullable(Outcome),
    points: column.nullable(column.int),
    offer_hit: column.int,
    offer_miss: column.int,
    carried: column.int,
    created: column.instant,
    entered_at: column.instant,
    has_content: column.boolean,
  },
)

export type RecordStore = ReturnType<typeof createTrackRecordStore>

/** Track records in the database. */
export function createTrackRecordStore(database: Database) {
  return {
    /** Null for an unknown code and an erased account. */
    async user(code: string) {
      return (await database.query(USER, [code]))[0] ?? null
    },

    async season(season: string, userId: number) {
      return (await database.query(SEASON, [season, userId]))[0] ?? null
    },

    /** Settled votes, newest first, at most 520. */
    pointsOverTime: (userId: number) => database.query(POINTS_OVER_TIME, [userId]),

    /** The user's id and number of votes; null like `user`. */
    async total(code: string) {
      return (await database.query(TOTAL, [code]))[0] ?? null
    },

    /** Newest first. */
    votes: (userId: number, limit: number, offset: number) =>
      database.query(VOTES, [userId, limit, offset]),
  }
}
