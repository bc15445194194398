import type { Sql } from '#api/infrastructure/database/sql.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'

/** A public key as stored. Instants are epoch milliseconds. */
export interface StoredKey {
  id: string
  publicKey: Uint8Array
  validFrom: number
  /** Null while it signs. */
  validUntil: number | null
}

const LIST = statement(
  `SELECT id, public_key, valid_from, valid_until FROM receipt_key ORDER BY valid_from, id`,
  {
    id: column.text,
    public_key: column.bytes,
    valid_from: column.instant,
    valid_until: column.nullable(column.instant),
  },
)

/** Registers a key and ends the others; both or neither, and only once. */
const REGISTER = statement(`WITH added AS (
    INSERT INTO receipt_key (id, public_key, valid_from) VALUES ($1, $2, $3)
    ON CONFLICT (id) DO NOTHING RETURNING id)
  UPDATE receipt_key SET valid_until = $4
  WHERE valid_until IS NULL AND id <> $1 AND EXISTS (SELECT FROM added)`)

const REOPEN = statement('UPDATE receipt_key SET valid_until = NULL WHERE id = $1')

/** Public keys of receipts in the database. They are never deleted. */
export function createReceiptKeyStore(database: Sql) {
  return {
    /** Oldest first. */
    async list(): Promise<StoredKey[]> {
      const rows = await database.query(LIST)
      return rows.map((row) => ({
        id: row.id,
        publicKey: row.public_key,
        validFrom: row.valid_from.getTime(),
        validUntil: row.valid_until?.getTime() ?? null,
      }))
    },

    /** Registers a key from `now` on, and ends all others at `othersUntil`, unless it is known. */
    async register(
      key: { id: string; publicKey: Uint8Array },
      now: number,
      othersUntil: number,
    ): Promise<void> {
      const instants = [new Date(now), new Date(othersUntil)]
      await database.query(REGISTER, [key.id, key.publicKey, ...instants])
    },

    /** Takes back the end of a key. */
    async reopen(id: string): Promise<void> {
      await database.query(REOPEN, [id])
    },
  }
}

export type ReceiptKeyStore = ReturnType<typeof createReceiptKeyStore>
