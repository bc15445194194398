import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'

const COSIGNED_SIZE = statement(
  'SELECT coalesce(max(size), 0) AS size FROM log_cosignature WHERE witness = $1',
  { size: column.int },
)
const ADD_COSIGNATURE = statement(
  `INSERT INTO log_cosignature (size, witness, line, signed_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (size, witness) DO NOTHING`,
)
const UNSTAMPED = statement(
  `SELECT size, note FROM log_checkpoint c
  WHERE NOT EXISTS (SELECT FROM log_timestamp t WHERE t.size = c.size)
  ORDER BY size DESC LIMIT $1`,
  { size: column.int, note: column.text },
)
const INCOMPLETE = statement(
  `SELECT size, proof FROM log_timestamp WHERE NOT complete AND updated <= $1
  ORDER BY updated LIMIT $2`,
  { size: column.int, proof: column.bytes },
)
const SAVE_TIMESTAMP = statement(
  `INSERT INTO log_timestamp (size, proof, complete, updated) VALUES ($1, $2, $3, $4)
  ON CONFLICT (size) DO UPDATE SET proof = excluded.proof, complete = excluded.complete,
    updated = excluded.updated WHERE NOT log_timestamp.complete`,
)
const TIMESTAMP = statement('SELECT proof, complete FROM log_timestamp WHERE size = $1', {
  proof: column.bytes,
  complete: column.boolean,
})
const BACKLOG = statement(
  `SELECT count(*)::int AS checkpoints, count(t.size)::int AS stamped,
    count(*) FILTER (WHERE t.complete)::int AS complete
  FROM log_checkpoint LEFT JOIN log_timestamp t USING (size)`,
  { checkpoints: column.int, stamped: column.int, complete: column.int },
)

/** Cosignatures and timestamps of the log in the database. Instants are epoch milliseconds. */
export function createWitnessStore(database: Database) {
  return {
    /** Size of the largest checkpoint that a witness (its vkey) has cosigned; 0 for none. */
    async cosignedSize(witness: string): Promise<number> {
      return (await database.query(COSIGNED_SIZE, [witness]))[0]?.size ?? 0
    },

    async addCosignature(
      size: number,
      cosignature: { witness: string; line: string; signedAt: number },
    ): Promise<void> {
      const { witness, line, signedAt } = cosignature
      await database.query(ADD_COSIGNATURE, [size, witness, line, new Date(signedAt)])
    },

    /** Checkpoints that no calendar has, the newest first. */
    unstamped: (limit: number): Promise<{ size: number; note: string }[]> =>
      database.query(UNSTAMPED, [limit]),

    /** Timestamps without a block that were last asked for at `before` or earlier. */
    incomplete: (before: number, limit: number): Promise<{ size: number; proof: Uint8Array }[]> =>
      database.query(INCOMPLETE, [new Date(before), limit]),

    /** Stores a timestamp file; a complete one stays. */
    async saveTimestamp(
      size: number,
      { proof, complete, now }: { proof: Uint8Array; complete: boolean; now: number },
    ): Promise<void> {
      await database.query(SAVE_TIMESTAMP, [size, proof, complete, new Date(now)])
    },

    async timestamp(size: number): Promise<{ proof: Uint8Array; complete: boolean } | null> {
      return (await database.query(TIMESTAMP, [size]))[0] ?? null
    },

    /** Checkpoints, how many of them a calendar has, and how many are in a block. */
    async backlog(): Promise<{ checkpoints: number; stamped: number; complete: number }> {
      const [row] = await database.query(BACKLOG)
      return row ?? { checkpoints: 0, stamped: 0, complete: 0 }
    },
  }
}

export type WitnessStore = ReturnType<typeof createWitnessStore>
