import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { RECEIPT_COLUMNS, RECEIPT_SQL } from './receipt-sql.ts'

const FIND = statement(
  `SELECT ${RECEIPT_SQL}, v.user_id, v.round_id, u.erased_at IS NOT NULL AS is_erased, r.ref_date,
    CASE WHEN r.settled_at IS NOT NULL THEN l.points END AS points
  FROM vote v JOIN round r ON r.id = v.round_id JOIN user_account u ON u.id = v.user_id
    LEFT JOIN ledger l ON l.vote_id = v.id WHERE v.id = $1`,
  {
    ...RECEIPT_COLUMNS,
    user_id: column.int,
    round_id: column.int,
    is_erased: column.boolean,
    ref_date: column.instant,
    points: column.nullable(column.int),
  },
)

/** Votes with the content of their receipts. */
export function createReceiptStore(database: Database) {
  return {
    async find(voteId: number) {
      return (await database.query(FIND, [voteId]))[0] ?? null
    },
  }
}

export type ReceiptStore = ReturnType<typeof createReceiptStore>
