import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { OVERVIEW_DAYS, type OverviewDay } from '#shared/contract/overview.ts'
import { Outcome } from '#shared/contract/rounds.ts'
import { DAY_MS, dayStart, MINUTE_MS } from '#shared/rules/time.ts'

/** A round or a push message is late from then on. */
export const LATE_MS = 5 * MINUTE_MS
/** A settlement sends one to everybody, and nobody needs the exact number of so many. */
const COUNTED_MAX = 10_000

const WAITING = statement(
  `SELECT (SELECT count(*)::int FROM moderation_case WHERE closed IS NULL) AS cases,
    (SELECT min(opened) FROM moderation_case WHERE closed IS NULL) AS oldest_case,
    (SELECT count(*)::int FROM appeal WHERE decided IS NULL) AS appeals,
    (SELECT min(created) FROM appeal WHERE decided IS NULL) AS oldest_appeal`,
  {
    cases: column.int,
    oldest_case: column.nullable(column.instant),
    appeals: column.int,
    oldest_appeal: column.nullable(column.instant),
  },
)

const DAY_COLUMNS = { kind: column.text, day: column.text, rows: column.int }
const dayOf = (instant: string) => `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`

/** The documents of the search are the one index of notes, posts, replies and accounts by time. */
const TEXTS = statement(
  `SELECT kind::text AS kind, ${dayOf('created')} AS day, count(*)::int AS rows
  FROM search_document WHERE created >= $1 GROUP BY 1, 2`,
  DAY_COLUMNS,
)
/** Without acts on an account, such as exports and deletions by its owner, which have no target. */
const ACTS = statement(
  `SELECT 'act' AS kind, ${dayOf('created')} AS day, count(*)::int AS rows
  FROM moderation_act WHERE created >= $1 AND target IS NOT NULL GROUP BY 2`,
  DAY_COLUMNS,
)

const LAST_SETTLED = statement(
  `SELECT ref_date, target_date, settled_at, outcome,
    coalesce(close_up + close_steady + close_down + close_unknown, 0) AS votes
  FROM round WHERE settled_at IS NOT NULL ORDER BY target_date DESC LIMIT 1`,
  {
    ref_date: column.instant,
    target_date: column.instant,
    settled_at: column.instant,
    outcome: Outcome,
    votes: column.int,
  },
)
const OVERDUE = statement(
  'SELECT min(target_date) AS target FROM round WHERE settled_at IS NULL AND target_date <= $1',
  { target: column.nullable(column.instant) },
)

const LATE_PUSH = statement(
  `SELECT count(*)::int AS late, min(due) AS oldest FROM
    (SELECT due FROM push_delivery WHERE due <= $1 ORDER BY due LIMIT ${COUNTED_MAX}) late`,
  { late: column.int, oldest: column.nullable(column.instant) },
)
const REFUSED_PUSH = statement(
  `SELECT count(*)::int AS refused FROM
    (SELECT FROM push_delivery WHERE attempts > 0 LIMIT ${COUNTED_MAX}) refused`,
  { refused: column.int },
)

const iso = (instant: Date | null) => instant?.toISOString() ?? null

export type OverviewStore = ReturnType<typeof createOverviewStore>

/** Figures of the operator's overview in the database; each reads a range of an index. */
export function createOverviewStore(database: Database) {
  return {
    async waiting() {
      const [row] = await database.query(WAITING)
      if (!row) throw new Error('a row of counts was expected')
      const { cases, appeals } = row
      const [oldestCase, oldestAppeal] = [iso(row.oldest_case), iso(row.oldest_appeal)]
      return { cases, oldestCase, appeals, oldestAppeal }
    },

    /** The last days at `now` (epoch ms), latest first. */
    async days(now: number): Promise<OverviewDay[]> {
      const today = dayStart(now)
      const from = new Date(today - (OVERVIEW_DAYS - 1) * DAY_MS)
      const rows = (
        await Promise.all([TEXTS, ACTS].map((counts) => database.query(counts, [from])))
      ).flat()
      return Array.from({ length: OVERVIEW_DAYS }, (_, index) => {
        const day = new Date(today - index * DAY_MS).toISOString().slice(0, 10)
        const of = (kind: string) =>
          rows.find((row) => row.day === day && row.kind === kind)?.rows ?? 0
        return {
          day,
          acts: of('act'),
          notes: of('note'),
          posts: of('post') + of('reply'),
          accounts: of('person'),
        }
      })
    },

    /** The last settled round, null before the first. */
    async lastSettled() {
      const [row] = await database.query(LAST_SETTLED)
      if (!row) return null
      return {
        refDate: row.ref_date.toISOString(),
        targetDate: row.target_date.toISOString(),
        settledAt: row.settled_at.toISOString(),
        outcome: row.outcome,
        votes: row.votes,
      }
    },

    /** Target of the oldest round that is not settled in time; null when all are. */
    async overdueSince(now: number): Promise<string | null> {
      const [row] = await database.query(OVERDUE, [new Date(now - LATE_MS)])
      return iso(row?.target ?? null)
    },

    /** Push messages that are late, and those that a push service has refused. */
    async push(now: number) {
      const [[late], [refused]] = await Promise.all([
        database.query(LATE_PUSH, [new Date(now - LATE_MS)]),
        database.query(REFUSED_PUSH),
      ])
      return {
        late: late?.late ?? 0,
        oldestDue: iso(late?.oldest ?? null),
        refused: refused?.refused ?? 0,
      }
    },
  }
}
