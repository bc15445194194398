import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type StaticColumns, statement } from '#api/infrastructure/database/sql.ts'
import { Direction } from '#shared/contract/common.ts'
import { Outcome } from '#shared/contract/rounds.ts'

const COUNTS = { up: column.int, steady: column.int, down: column.int, unknown: column.int }

const LIST_COLUMNS = {
  ref_date: column.instant,
  outcome: column.nullable(Outcome),
  ref_price: column.nullable(column.text),
  settle_price: column.nullable(column.text),
  settled_at: column.nullable(column.instant),
  ...COUNTS,
}
export type ListedRound = StaticColumns<typeof LIST_COLUMNS>

const TALLY = ['up', 'steady', 'down', 'unknown']
  .map(
    (choice) =>
      `coalesce(close_${choice}, sum(votes) FILTER (WHERE choice = '${choice}'), 0)::int AS ${choice}`,
  )
  .join(', ')

/** The decided price of a round is published when its ledger is complete. */
const LIST = statement(
  `SELECT ref_date, outcome, ref_price,
    CASE WHEN settled_at IS NOT NULL THEN settle_price END AS settle_price, settled_at, ${TALLY}
  FROM (SELECT * FROM round ORDER BY target_date DESC LIMIT $1 OFFSET $2) page
  LEFT JOIN round_tally ON round_id = id AND settled_at IS NULL
  GROUP BY id, ref_date, target_date, outcome, ref_price, settle_price, settled_at, close_up,
    close_steady, close_down, close_unknown
  ORDER BY target_date DESC`,
  LIST_COLUMNS,
)

const TOTAL = statement('SELECT count(*)::int AS total FROM round', { total: column.int })

const SETTLED = statement(
  `SELECT outcome, opening_favorite AS favorite, coalesce(close_up, 0) AS up,
    coalesce(close_steady, 0) AS steady, coalesce(close_down, 0) AS down,
    coalesce(close_unknown, 0) AS unknown, calls, call_points::float8 AS points
  FROM round WHERE settled_at IS NOT NULL AND outcome IS NOT NULL`,
  {
    outcome: Outcome,
    favorite: column.nullable(Direction),
    ...COUNTS,
    calls: column.int,
    points: column.float,
  },
)

const HOURS = statement(
  `SELECT hour, choice, sum(votes)::int AS votes FROM round_hour WHERE round_id = $1
  GROUP BY 1, 2 HAVING sum(votes) > 0 ORDER BY 1, 2`,
  { hour: column.instant, choice: Direction, votes: column.int },
)

const SUMS = statement(
  'SELECT calls, right_calls, call_points::float8 AS points FROM round WHERE id = $1',
  { calls: column.int, right_calls: column.int, points: column.float },
)

const EXTREMES = statement(
  `SELECT kind::text, position, e.vote_id, nickname, CASE WHEN erased_at IS NULL THEN unique_code END AS code,
    v.choice, offer_hit AS hit, offer_miss AS miss, carried, points
  FROM round_extreme e JOIN ledger l ON l.vote_id = e.vote_id JOIN vote v ON v.id = e.vote_id
    JOIN user_account u ON u.id = v.user_id
  WHERE e.round_id = $1 AND (u.banned_at IS NULL OR u.erased_at IS NOT NULL)
  ORDER BY kind, position`,
  {
    kind: column.text,
    position: column.int,
    vote_id: column.int,
    nickname: column.text,
    code: column.nullable(column.text),
    choice: Direction,
    hit: column.int,
    miss: column.int,
    carried: column.int,
    points: column.int,
  },
)
export type ExtremeRow = Awaited<ReturnType<RecordStore['extremes']>>[number]

const CANDLES = statement(
  `SELECT DISTINCT ON (otime) otime, open FROM candle
  WHERE source = ANY ($1::text::text[]) AND otime >= $2 AND otime <= $3
  ORDER BY otime, array_position($1::text::text[], source)`,
  { otime: column.instant, open: column.text },
)

const OWN = statement(
  `SELECT target_date, v.id AS vote_id, choice, outcome,
    CASE WHEN r.settled_at IS NOT NULL THEN points END AS points
  FROM vote v JOIN round r ON r.id = round_id LEFT JOIN ledger l ON l.vote_id = v.id
  WHERE v.user_id = $1 AND target_date = ANY ($2::text::timestamptz[]) ORDER BY target_date DESC`,
  {
    target_date: column.instant,
    vote_id: column.int,
    choice: Direction,
    outcome: column.nullable(Outcome),
    points: column.nullable(column.int),
  },
)

export type RecordStore = ReturnType<typeof createRecordStore>

/** Rounds as a record: results, hours and candles, as triggers and settlement store them. */
export function createRecordStore(database: Database) {
  return {
    /** Rounds by target, newest first, with their votes: those at the close once settled. */
    list: (limit: number, offset: number) => database.query(LIST, [limit, offset]),

    async total(): Promise<number> {
      const [row] = await database.query(TOTAL)
      return row?.total ?? 0
    },

    /** Rows that the crowd's record counts, one per settled round. */
    settled: () => database.query(SETTLED),

    /** Votes by hour of creation and present direction. */
    hours: (roundId: number) => database.query(HOURS, [roundId]),

    /** Settled calls of a round, and those that were right. */
    async sums(roundId: number) {
      const [row] = await database.query(SUMS, [roundId])
      return row ?? { calls: 0, right_calls: 0, points: 0 }
    },

    /** Best calls, then worst calls, each in their order, without those of banned people. */
    extremes: (roundId: number) => database.query(EXTREMES, [roundId]),

    /** Opens in `[from, to]` (epoch ms), oldest first: of each hour, that of the first source that has one. */
    candles: (sources: readonly string[], from: number, to: number) =>
      database.query(CANDLES, [`{${sources.join()}}`, new Date(from), new Date(to)]),

    /** Votes of one user in the rounds with these targets (epoch ms), newest first. */
    own: (userId: number, targets: readonly number[]) =>
      database.query(OWN, [
        userId,
        `{${targets.map((target) => new Date(target).toISOString()).join(',')}}`,
      ]),
  }
}
