import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { RECEIPT_TEXT_SQL } from '#api/modules/receipts/receipt-sql.ts'

const SETTLED = statement(
  'SELECT id FROM round WHERE ref_date = $1 AND settled_at IS NOT NULL AND log_index IS NOT NULL',
  { id: column.int },
)
const READ = statement(
  `SELECT string_agg(text || chr(10), '' ORDER BY id) AS lines, max(id) AS last, count(*)::int AS count
  FROM (
    SELECT v.id, ${RECEIPT_TEXT_SQL} AS text
    FROM vote v JOIN round r ON r.id = v.round_id JOIN user_account u ON u.id = v.user_id
    WHERE v.round_id = $1 AND v.id > $2 AND v.salt IS NOT NULL AND u.erased_at IS NULL
    ORDER BY v.id LIMIT $3
  ) AS opening`,
  { lines: column.nullable(column.text), last: column.nullable(column.int), count: column.int },
)

/** Canonical texts of the receipts of a settled round, but those of deleted accounts. */
export interface Openings {
  /** One text a line, in the order of the votes' ids. */
  lines: string
  /** Id of the last vote; null without further ones. */
  next: number | null
}

/** Reads the receipts behind the entries of settled rounds. */
export function createOpeningsStore(database: Database) {
  return {
    /**
     * Openings of the votes with ids above `after`, at most `limit`; null unless the round is settled and in
     * the log. `refDate` is in epoch milliseconds.
     */
    async read(refDate: number, after: number, limit: number): Promise<Openings | null> {
      const [round] = await database.query(SETTLED, [new Date(refDate)])
      if (!round) return null
      const [page] = await database.query(READ, [round.id, after, limit])
      if (!page) throw new Error('an aggregate without a row')
      return { lines: page.lines ?? '', next: page.count === limit ? page.last : null }
    },
  }
}

export type OpeningsStore = ReturnType<typeof createOpeningsStore>
