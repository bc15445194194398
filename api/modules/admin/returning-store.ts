import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readMetadata, upsertMetadata } from '#api/infrastructure/database/app-metadata.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { AdminOverview } from '#shared/contract/overview.ts'

const KEY = 'returning_callers'

const Stored = Type.Object({ last: column.int, before: column.int, both: column.int })
type Stored = Static<typeof Stored>

/** The last two rounds that have closed by `$1`, the start of the round that is open. */
const CLOSED = statement(
  `SELECT r.id, r.ref_date,
    (SELECT coalesce(sum(votes), 0)::int FROM round_tally WHERE round_id = r.id) AS callers,
    (SELECT min(id) FROM vote WHERE round_id = r.id) AS first_vote,
    (SELECT max(id) FROM vote WHERE round_id = r.id) AS last_vote
  FROM round r WHERE r.ref_date < $1 ORDER BY r.ref_date DESC LIMIT 2`,
  {
    id: column.int,
    ref_date: column.instant,
    callers: column.int,
    first_vote: column.nullable(column.int),
    last_vote: column.nullable(column.int),
  },
)
/** One index lookup per vote of the batch. */
const BOTH = statement(
  `SELECT count(*)::int AS both_rounds FROM vote v WHERE v.round_id = $1 AND v.id >= $3 AND v.id < $4
    AND EXISTS (SELECT FROM vote e WHERE e.user_id = v.user_id AND e.round_id = $2 OFFSET 0)`,
  { both_rounds: column.int },
)

/** A closed round with its callers, its first vote and its last. */
export type ClosedRound = ReturnType<typeof CLOSED.readRows>[number]

/** People who called in both of the last two closed rounds, counted in batches. */
export function createReturningStore(database: Database) {
  const closed = (openRefDate: number) => database.query(CLOSED, [new Date(openRefDate)])

  return {
    closed,

    /** Callers of a round with votes in a range of ids who also called in another one. */
    async both(last: ClosedRound, before: ClosedRound, from: number, to: number): Promise<number> {
      const [row] = await database.query(BOTH, [last.id, before.id, from, to])
      return row?.both_rounds ?? 0
    },

    stored: () => readMetadata(database, KEY, (value) => Value.Decode(Stored, value)),

    save: (stored: Stored) => upsertMetadata(database, KEY, stored),
  }
}

export type ReturningStore = ReturnType<typeof createReturningStore>

/** The callers of the last two closed rounds; null until they are counted. */
export async function readReturning(
  store: ReturningStore,
  openRefDate: number,
): Promise<AdminOverview['returning']> {
  const [[last, before], stored] = await Promise.all([store.closed(openRefDate), store.stored()])
  if (!last || !before || stored?.last !== last.id || stored.before !== before.id) return null
  const toRound = ({ ref_date, callers }: ClosedRound) => ({
    refDate: ref_date.toISOString(),
    callers,
  })
  return { last: toRound(last), before: toRound(before), both: stored.both }
}
