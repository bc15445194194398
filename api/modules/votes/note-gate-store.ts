import type { Database } from '#api/infrastructure/database/database.ts'
import { column, integerArray, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { createBatchedRead } from '#api/infrastructure/shared-reads.ts'
import { calledSettledRound } from './note-gate-sql.ts'

/** The own votes of users (`$1`) in rounds (`$2`), and whether each has read another note of it. */
const READERS = statement(
  `SELECT v.created, l.since IS NOT NULL AS is_locked
  FROM unnest($1::text::int[], $2::text::int[]) WITH ORDINALITY AS reader (user_id, round_id, place)
    LEFT JOIN vote v USING (user_id, round_id) LEFT JOIN direction_lock l USING (user_id, round_id)
  ORDER BY reader.place`,
  { created: column.nullable(column.instant), is_locked: column.boolean },
)

const CALLED_SETTLED_ROUND = statement(
  `SELECT ${calledSettledRound('$1', 'v', 'r')} AS is_open
  FROM vote v JOIN round r ON r.id = v.round_id WHERE v.id = $2`,
  { is_open: column.boolean },
)

const LOCK_DIRECTION = statement(`INSERT INTO direction_lock (round_id, user_id, since)
  VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)

/** A user's part in a round. */
export interface Reader {
  /** Time of the own vote, epoch milliseconds; null without one. */
  votedAt: number | null
  /** Whether the user has read another note of the round. */
  isLocked: boolean
}

interface ReaderKey {
  userId: number
  roundId: number
}

/** Own votes and locks in the database, as the gate of notes needs them. */
export function createNoteGateStore(database: Database) {
  const readReaders = createBatchedRead(
    async (readers: readonly ReaderKey[]): Promise<Reader[]> => {
      const people = integerArray(readers.map(({ userId }) => userId))
      const rounds = integerArray(readers.map(({ roundId }) => roundId))
      const rows = await database.query(READERS, [people, rounds])
      return rows.map(({ created, is_locked }) => ({
        votedAt: created?.getTime() ?? null,
        isLocked: is_locked,
      }))
    },
  )

  return {
    reader: (userId: number, roundId: number): Promise<Reader> => readReaders({ userId, roundId }),

    /** Whether the round of a vote is settled and has a vote of the user. */
    async calledSettledRound(userId: number, voteId: number): Promise<boolean> {
      const [row] = await database.query(CALLED_SETTLED_ROUND, [userId, voteId])
      return row?.is_open ?? false
    },

    /** Fixes the direction of the user's vote in a round, also of a later vote; `sql` is a transaction to do it in. */
    async lockDirection(
      userId: number,
      roundId: number,
      now: number,
      sql: Sql = database,
    ): Promise<void> {
      await sql.query(LOCK_DIRECTION, [roundId, userId, new Date(now)])
    },
  }
}
