import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { COMMITMENT_SQL } from './receipt-sql.ts'

/** Vote ids per batch; on PGlite a batch runs on the serving thread. */
const BATCH_IDS = 1_000

/** Closed rounds with votes that are not in the log. `$1` is the start of the open one. */
const UNLOGGED = statement(
  `SELECT id, target_date FROM round
  WHERE log_index IS NULL AND ref_date < $1
    AND EXISTS (SELECT FROM vote WHERE round_id = round.id) ORDER BY ref_date`,
  { id: column.int, target_date: column.instant },
)
/** Waits for the foreign keys of votes that are being inserted, and makes later ones wait. */
const LOCK_ROUND = statement('SELECT id FROM round WHERE id = $1 FOR UPDATE')
const SEAL = statement(
  `UPDATE round SET sealed_at = $2,
    leaf_cursor = (SELECT min(id) FROM vote WHERE round_id = round.id)
  WHERE id = $1 AND sealed_at IS NULL AND EXISTS (SELECT FROM vote WHERE round_id = round.id)`,
)
const POSITION = statement(
  `SELECT leaf_cursor, (SELECT max(id) FROM vote WHERE round_id = round.id) AS last
  FROM round WHERE id = $1`,
  { leaf_cursor: column.nullable(column.int), last: column.nullable(column.int) },
)
/** The cursor moves with the commitments, so that each vote has one, whoever runs the batch. */
const MOVE_CURSOR = statement(
  'UPDATE round SET leaf_cursor = $3 WHERE id = $1 AND leaf_cursor = $2 RETURNING id',
  { id: column.int },
)
/** Votes from before receipts, and those of erased accounts, which lose it again in FORGET_SALTS. */
const FILL_SALTS = statement(
  `UPDATE vote SET salt = substring(
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) FROM 1 FOR 16)
  WHERE round_id = $1 AND id >= $2 AND id < $3 AND salt IS NULL`,
)
const INSERT_COMMITMENTS = statement(
  `INSERT INTO commitment (round_id, hash) SELECT v.round_id, ${COMMITMENT_SQL}
  FROM vote v JOIN round r ON r.id = v.round_id JOIN user_account u ON u.id = v.user_id
  WHERE v.round_id = $1 AND v.id >= $2 AND v.id < $3`,
)
const FORGET_SALTS = statement(
  `UPDATE vote v SET salt = NULL FROM user_account u
  WHERE u.id = v.user_id AND u.erased_at IS NOT NULL AND v.round_id = $1 AND v.id >= $2 AND v.id < $3`,
)

export interface ClosedRound {
  id: number
  /** Epoch milliseconds. */
  targetDate: number
}

/** Seals closed rounds and hashes their votes, in the database. `batchIds` is for tests. */
export function createCommitmentStore(database: Database, batchIds = BATCH_IDS) {
  const hashBatch = (roundId: number, from: number) =>
    database.transaction(async (sql) => {
      const range = [roundId, from, from + batchIds]
      const [moved] = await sql.query(MOVE_CURSOR, range)
      if (!moved) return
      for (const step of [FILL_SALTS, INSERT_COMMITMENTS, FORGET_SALTS])
        await sql.query(step, range)
    })

  return {
    /** Rounds that closed before the one that starts at `openRefDate` and are not in the log, oldest first. */
    async unlogged(openRefDate: number): Promise<ClosedRound[]> {
      const rows = await database.query(UNLOGGED, [new Date(openRefDate)])
      return rows.map((row) => ({ id: row.id, targetDate: row.target_date.getTime() }))
    },

    /** Ends votes and changes of direction in a closed round. Idempotent. */
    seal: (roundId: number, now: number): Promise<void> =>
      database.transaction(async (sql) => {
        await sql.query(LOCK_ROUND, [roundId])
        await sql.query(SEAL, [roundId, new Date(now)])
      }),

    /** Hashes the next votes of a sealed round. @returns whether there are more */
    async hashNext(roundId: number): Promise<boolean> {
      const [position] = await database.query(POSITION, [roundId])
      const { leaf_cursor: from, last } = position ?? {}
      if (from == null || last == null || from > last) return false
      await hashBatch(roundId, from)
      return true
    },
  }
}

export type CommitmentStore = ReturnType<typeof createCommitmentStore>
