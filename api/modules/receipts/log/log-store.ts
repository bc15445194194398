import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { TileAddress } from '#shared/rules/log/tile-path.ts'
import type { Tile } from '#shared/rules/log/tile-reader.ts'
import { HASH_BYTES } from '#shared/rules/merkle.ts'

/** The first hashes of tiles, as they were when the log was smaller. */
const READ_TILES = statement(
  `SELECT level::int, index, substring(hashes FROM 1 FOR width * ${HASH_BYTES}) AS hashes
  FROM log_tile
    JOIN jsonb_to_recordset($1::text::jsonb) AS requested (level smallint, index bigint, width int)
      USING (level, index)
  ORDER BY level, index`,
  { level: column.int, index: column.int, hashes: column.bytes },
)
/** A tile is only ever continued. */
const WRITE_TILES = statement(
  `INSERT INTO log_tile AS t (level, index, hashes)
  SELECT level, index, decode(hashes, 'hex')
  FROM jsonb_to_recordset($1::text::jsonb) AS x (level smallint, index bigint, hashes text)
  ORDER BY level, index
  ON CONFLICT (level, index) DO UPDATE SET hashes = excluded.hashes
  WHERE length(excluded.hashes) > length(t.hashes)
    AND substring(excluded.hashes FROM 1 FOR length(t.hashes)) = t.hashes`,
)
const CHECKPOINT = {
  size: column.int,
  previous_size: column.int,
  round_id: column.int,
  root: column.bytes,
  note: column.text,
  created: column.instant,
}
const COLUMNS = 'size, previous_size, round_id, root, note, created'
const NEWEST = statement(
  `SELECT ${COLUMNS} FROM log_checkpoint ORDER BY size DESC LIMIT 1`,
  CHECKPOINT,
)
const OF_SIZE = statement(`SELECT ${COLUMNS} FROM log_checkpoint WHERE size = $1`, CHECKPOINT)
const OF_ROUND = statement(`SELECT ${COLUMNS} FROM log_checkpoint WHERE round_id = $1`, CHECKPOINT)
/** Nothing when the log has been continued meanwhile. */
const ADD = statement(
  `INSERT INTO log_checkpoint (${COLUMNS})
  SELECT $1, $2, $3, $4, $5, $6
  WHERE $2 = (SELECT coalesce(max(size), 0) FROM log_checkpoint)
  ON CONFLICT DO NOTHING RETURNING size`,
  { size: column.int },
)
const COSIGNATURES = statement(
  'SELECT witness, line, signed_at FROM log_cosignature WHERE size = $1 ORDER BY signed_at, witness',
  { witness: column.text, line: column.text, signed_at: column.instant },
)
const PLACE_ROUND = statement(
  'UPDATE round SET log_index = $2, receipt_size = $3 WHERE id = $1 AND log_index IS NULL',
)

/** A signed checkpoint as stored. */
export interface Checkpoint {
  size: number
  /** Size of the checkpoint before; 0 for the first. */
  previousSize: number
  roundId: number
  root: Uint8Array
  /** The signed note, with the signatures of the log only. */
  note: string
  /** Epoch milliseconds. */
  created: number
}

/** A witness's signature under a checkpoint. */
export interface Cosignature {
  /** Verifier key of the witness. */
  witness: string
  /** Line of the signed note, with its line feed. */
  line: string
  /** Time that the witness states, epoch milliseconds. */
  signedAt: number
}

const toCheckpoint = (row: {
  size: number
  previous_size: number
  round_id: number
  root: Uint8Array
  note: string
  created: Date
}): Checkpoint => ({
  size: row.size,
  previousSize: row.previous_size,
  roundId: row.round_id,
  root: row.root,
  note: row.note,
  created: row.created.getTime(),
})

/** Tiles and checkpoints of the log in the database. */
export function createLogStore(database: Database) {
  return {
    /** Tiles with the width of their address, by level and index; a missing one is left out. */
    tiles: (addresses: readonly TileAddress[]): Promise<Tile[]> =>
      database.query(READ_TILES, [JSON.stringify(addresses)]),

    /** Stores tiles or continues them; shorter ones and others than those stored change nothing. */
    async writeTiles(written: readonly Tile[]): Promise<void> {
      if (written.length === 0) return
      const rows = written.map(({ level, index, hashes }) => ({
        level,
        index,
        hashes: Buffer.from(hashes).toString('hex'),
      }))
      await database.query(WRITE_TILES, [JSON.stringify(rows)])
    },

    async newest(): Promise<Checkpoint | null> {
      const [row] = await database.query(NEWEST)
      return row ? toCheckpoint(row) : null
    },

    async ofSize(size: number): Promise<Checkpoint | null> {
      const [row] = await database.query(OF_SIZE, [size])
      return row ? toCheckpoint(row) : null
    },

    /** The checkpoint that a round's commitments ended in. */
    async ofRound(roundId: number): Promise<Checkpoint | null> {
      const [row] = await database.query(OF_ROUND, [roundId])
      return row ? toCheckpoint(row) : null
    },

    /** Signature lines of witnesses under a checkpoint. */
    async cosignatures(size: number): Promise<Cosignature[]> {
      const rows = await database.query(COSIGNATURES, [size])
      return rows.map(({ witness, line, signed_at: signedAt }) => ({
        witness,
        line,
        signedAt: signedAt.getTime(),
      }))
    },

    /** Adds a checkpoint and places its round in the log. @returns false when the log has been continued */
    add: (checkpoint: Checkpoint): Promise<boolean> =>
      database.transaction(async (sql) => {
        const { size, previousSize, roundId, root, note, created } = checkpoint
        const values = [size, previousSize, roundId, root, note, new Date(created)]
        const [added] = await sql.query(ADD, values)
        if (!added) return false
        await sql.query(PLACE_ROUND, [roundId, previousSize, size - previousSize])
        return true
      }),
  }
}

export type LogStore = ReturnType<typeof createLogStore>
