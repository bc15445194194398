import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import {
  RANKED_SINCE,
  SEASON_MEMBERS,
  SEASON_ORDER,
  seasonSql,
} from '#api/modules/rounds/season-sql.ts'
import { isSeason } from '#shared/rules/season.ts'
import { createRankList, PLACE_BYTES, type RankList } from './rank-list.ts'

/** Bytes per row, so that the serving thread decodes a long list in short steps. */
const CHUNK_BYTES = 10_000 * PLACE_BYTES

const RANKS = { ranks: column.bytes, next: column.nullable(column.instant) }

/**
 * SQL: the ranking of `members` at `$2` in the order `order`, packed, and when the next person joins it. One
 * aggregate sorts and packs, which takes a third of the time of a window and an aggregate per column.
 */
const packedRanks = (figures: string, members: string, since: string, order: string) =>
  statement(
    `SELECT substring(packed FROM start FOR ${CHUNK_BYTES}) AS ranks, next
    FROM (SELECT coalesce(string_agg(int4send(user_id) || int4send(points) || int4send(calls)
          || int4send(right_calls) || int8send(implied_ppm), ''::bytea ORDER BY ${order})
          FILTER (WHERE since <= $2), '') AS packed,
        min(since) FILTER (WHERE since > $2) AS next
      FROM (SELECT ${figures}, ${since} AS since FROM ${members}) s) list
    CROSS JOIN LATERAL generate_series(1, greatest(length(packed), 1), ${CHUNK_BYTES}) start
    ORDER BY start`,
    RANKS,
  )

const SEASON = packedRanks('s.*', SEASON_MEMBERS, RANKED_SINCE, SEASON_ORDER)

/** People of `user_stats` `s` and `user_account` `u` who are in the ranking of all time. */
const ALL_MEMBERS = `user_stats s JOIN user_account u ON u.id = s.user_id
  WHERE s.settled > 0 AND u.banned_at IS NULL AND u.erased_at IS NULL`
const ALL_SINCE = "coalesce(u.ranks_from, '-infinity')"

/** People and order of the rankers. The comparison uses `$1`, which this list does not need. */
const ALL = packedRanks(
  's.*',
  `${ALL_MEMBERS} AND $1::text IS NOT NULL`,
  ALL_SINCE,
  's.points DESC, s.settled DESC, s.first_vote_at, s.user_id',
)

const MEMBERS = statement(
  `SELECT count(*)::int AS members FROM ${ALL_MEMBERS} AND s.calls >= $1 AND ${ALL_SINCE} <= $2`,
  { members: column.int },
)

/** SQL: the newest settled round that is not void. */
const LAST_ROUND = `SELECT id, target_date, outcome FROM round
  WHERE settled_at IS NOT NULL AND outcome <> 'void' ORDER BY target_date DESC LIMIT 1`

const LAST = packedRanks(
  `v.user_id, l.points, 1 AS calls, (v.choice::text = r.outcome::text)::int AS right_calls,
    round(1e6 * -v.offer_miss / (v.offer_hit - v.offer_miss))::bigint AS implied_ppm, v.created`,
  `(${LAST_ROUND}) r JOIN vote v ON v.round_id = r.id JOIN ledger l ON l.vote_id = v.id
  JOIN user_account u ON u.id = v.user_id
  WHERE v.choice <> 'unknown' AND v.offer_hit <> v.offer_miss AND $1::text IS NOT NULL
    AND v.created >= coalesce(u.ranks_from, '-infinity')
    AND u.banned_at IS NULL AND u.erased_at IS NULL`,
  RANKED_SINCE,
  's.points DESC, s.created, s.user_id',
)

const SEASONS = statement(
  `SELECT DISTINCT ${seasonSql('target_date')} AS season FROM round ORDER BY 1 DESC`,
  { season: column.text },
)
const LAST_TARGET = statement(`SELECT target_date FROM (${LAST_ROUND}) r`, {
  target_date: column.instant,
})
const FROZEN = statement('SELECT frozen_at, ranked_members FROM season WHERE season = $1', {
  frozen_at: column.instant,
  ranked_members: column.int,
})
const RESULTS = statement(
  `SELECT f.rank, f.user_id, f.points, f.calls, f.right_calls, f.implied_ppm::float8 AS implied_ppm,
    u.nickname, u.unique_code, u.banned_at IS NOT NULL AS banned
  FROM season_result f LEFT JOIN user_account u ON u.id = f.user_id
  WHERE f.season = $1 AND f.rank > $2 AND f.rank <= $3 ORDER BY f.rank`,
  {
    rank: column.int,
    user_id: column.nullable(column.int),
    points: column.int,
    calls: column.int,
    right_calls: column.int,
    implied_ppm: column.float,
    nickname: column.nullable(column.text),
    unique_code: column.nullable(column.text),
    banned: column.boolean,
  },
)
const RESULT_OF = statement('SELECT rank FROM season_result WHERE season = $1 AND user_id = $2', {
  rank: column.int,
})
const NAMES = statement(
  'SELECT id, nickname, unique_code FROM user_account WHERE id = ANY($1::text::int[])',
  { id: column.int, nickname: column.text, unique_code: column.text },
)

export type StandingStore = ReturnType<typeof createStandingStore>

/** Rankings in the database. */
export function createStandingStore(database: Database) {
  return {
    /** The live ranking of a season, `all` or `last-round` at `now` (epoch ms). */
    async list(name: string, now: number): Promise<RankList> {
      const list = isSeason(name) ? SEASON : name === 'all' ? ALL : LAST
      const rows = await database.query(list, [name, new Date(now)])
      const packed = rows.map(({ ranks }) => ranks)
      return createRankList(packed, rows[0]?.next?.getTime() ?? null)
    },

    /** People in `all` at `now` (epoch ms) with at least `least` calls. */
    async membersWithCalls(least: number, now: number): Promise<number> {
      return (await database.query(MEMBERS, [least, new Date(now)]))[0]?.members ?? 0
    },

    /** Seasons of the rounds, newest first. */
    async seasons(): Promise<string[]> {
      return (await database.query(SEASONS)).map(({ season }) => season)
    },

    /** Target of the newest settled round that is not void (epoch ms); null before the first. */
    async lastTarget(): Promise<number | null> {
      return (await database.query(LAST_TARGET))[0]?.target_date.getTime() ?? null
    },

    /** When a season became final, with its number of members; null before. */
    async frozen(season: string): Promise<{ frozenAt: number; members: number } | null> {
      const [row] = await database.query(FROZEN, [season])
      return row ? { frozenAt: row.frozen_at.getTime(), members: row.ranked_members } : null
    },

    /** The final ranking after rank `after`, at most `count`. Deleted people have no user. */
    results: (season: string, after: number, count: number) =>
      database.query(RESULTS, [season, after, after + count]),

    async finalRank(season: string, userId: number): Promise<number | null> {
      return (await database.query(RESULT_OF, [season, userId]))[0]?.rank ?? null
    },

    /** Present nicknames and codes by user id. */
    async names(ids: readonly number[]) {
      const rows = await database.query(NAMES, [`{${ids.join()}}`])
      return new Map(rows.map((row) => [row.id, row]))
    },
  }
}
