import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type StaticColumns, statement } from '#api/infrastructure/database/sql.ts'
import { Direction } from '#shared/contract/common.ts'
import { Outcome } from '#shared/contract/rounds.ts'
import { roundAt } from '#shared/rules/schedule.ts'
import { NO_VOTES, type PriceEvidence, type RoundRecord, type Tally } from './round-record.ts'
import { createSettlementStore } from './settlement-store.ts'

const nullableText = column.nullable(column.text)
const nullableInstant = column.nullable(column.instant)
const ROUND_COLUMNS = {
  id: column.int,
  ref_date: column.instant,
  ref_price: nullableText,
  ref_source: nullableText,
  ref_candle_at: nullableInstant,
  ref_read_at: nullableInstant,
  outcome: column.nullable(Outcome),
  pending_outcome: column.nullable(Outcome),
  settle_price: nullableText,
  settle_source: nullableText,
  settle_candle_at: nullableInstant,
  settle_read_at: nullableInstant,
  settled_at: nullableInstant,
}
type RoundRow = StaticColumns<typeof ROUND_COLUMNS>

const BY_REF_DATE = statement('SELECT * FROM round WHERE ref_date = $1', ROUND_COLUMNS)
const TALLY = statement(
  'SELECT choice, sum(votes)::int AS votes FROM round_tally WHERE round_id = $1 GROUP BY 1',
  { choice: Direction, votes: column.int },
)

function evidence(
  price: string | null,
  source: string | null,
  candleAt: Date | null,
  readAt: Date | null,
): PriceEvidence | null {
  if (price === null || source === null || !candleAt || !readAt) return null
  return { price, source, candleAt: candleAt.getTime(), readAt: readAt.getTime() }
}

function toRecord(row: RoundRow): RoundRecord {
  return {
    ...roundAt(row.ref_date.getTime()),
    id: row.id,
    reference: evidence(row.ref_price, row.ref_source, row.ref_candle_at, row.ref_read_at),
    outcome: row.outcome,
    pendingOutcome: row.pending_outcome,
    // Written when it is decided, told when everybody is paid.
    settlement: row.settled_at
      ? evidence(row.settle_price, row.settle_source, row.settle_candle_at, row.settle_read_at)
      : null,
    settledAt: row.settled_at?.getTime() ?? null,
  }
}

export type RoundStore = ReturnType<typeof createRoundStore>

/** The rounds, their tallies and the ledger in the database. `idsAtOnce`: see `createSettlementStore`. */
export function createRoundStore(database: Database, idsAtOnce?: number) {
  return {
    ...createSettlementStore(database, idsAtOnce),

    /** Makes the rounds that start at `refDates`, if they are not there. Answers which were made. */
    async open(refDates: readonly number[]): Promise<RoundRecord[]> {
      const made: RoundRecord[] = []
      for (const refDate of refDates) {
        const { targetDate } = roundAt(refDate)
        const rows = await database.query(
          statement(
            // Both dates are unique: naming one would let a race on the other through as an error.
            `INSERT INTO round (ref_date, target_date) VALUES ($1, $2)
           ON CONFLICT DO NOTHING RETURNING *`,
            ROUND_COLUMNS,
          ),
          [new Date(refDate), new Date(targetDate)],
        )
        made.push(...rows.map(toRecord))
      }
      return made
    },

    /** The start of the newest round, or null in an empty database. */
    async newestRefDate(): Promise<number | null> {
      const [row] = await database.query(
        statement('SELECT max(ref_date) AS newest FROM round', {
          newest: column.nullable(column.instant),
        }),
      )
      return row?.newest?.getTime() ?? null
    },

    /** The newest target of a settled round and when it was settled; null before the first. */
    async newestSettlement(): Promise<{ targetDate: number; settledAt: number } | null> {
      const [row] = await database.query(
        statement(
          `SELECT target_date, settled_at FROM round WHERE settled_at IS NOT NULL
         ORDER BY target_date DESC LIMIT 1`,
          { target_date: column.instant, settled_at: column.instant },
        ),
      )
      if (!row) return null
      return { targetDate: row.target_date.getTime(), settledAt: row.settled_at.getTime() }
    },

    /** Every round that is not settled, oldest first. */
    async unsettled(): Promise<RoundRecord[]> {
      const rows = await database.query(
        statement('SELECT * FROM round WHERE settled_at IS NULL ORDER BY ref_date', ROUND_COLUMNS),
      )
      return rows.map(toRecord)
    },

    async byRefDate(refDate: number): Promise<RoundRecord | null> {
      const [row] = await database.query(BY_REF_DATE, [new Date(refDate)])
      return row ? toRecord(row) : null
    },

    /** Writes the reference price, once: false when it was there already. */
    async setReference(roundId: number, found: PriceEvidence): Promise<boolean> {
      const rows = await database.query(
        statement(
          `UPDATE round SET ref_price = $2, ref_source = $3, ref_candle_at = $4, ref_read_at = $5
         WHERE id = $1 AND ref_price IS NULL AND pending_outcome IS NULL AND settled_at IS NULL
         RETURNING id`,
        ),
        [roundId, found.price, found.source, new Date(found.candleAt), new Date(found.readAt)],
      )
      return rows.length === 1
    },

    /** Votes by direction of one round. */
    async tally(roundId: number): Promise<Tally> {
      const rows = await database.query(TALLY, [roundId])
      const tally = { ...NO_VOTES }
      for (const row of rows) tally[row.choice] = row.votes
      return tally
    },
  }
}
