import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { SignedRoot } from '#shared/contract/signed-root.ts'
import { TILE_HASHES, type Tile } from './tile-tree.ts'

/** Leaves that are moved into tiles by one statement. */
const MOVED_LEAVES = 8 * TILE_HASHES

const LOCK_ROUND = statement('SELECT id FROM round WHERE id = $1 FOR NO KEY UPDATE')
/**
 * Walks the index in its order, also while the planner believes that a filled table is empty. The cost of a
 * disabled node would start the JIT compiler, which takes longer than the batch.
 */
const WALK_INDEX = statement(`SELECT set_config(name, 'off', true)
  FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'jit']) name`)
/**
 * Continues after the last leaf in a tile, so that no scan meets the rows removed before. Removes a range,
 * since a join may compare each leaf of the round.
 */
const MOVE_LEAVES = statement(
  `WITH last AS MATERIALIZED (
      SELECT index, substring(hashes FROM length(hashes) - 31) AS leaf FROM receipt_tile
      WHERE round_id = $1 AND level = 0 ORDER BY index DESC LIMIT 1),
    next AS MATERIALIZED (SELECT leaf FROM receipt_leaf
      WHERE round_id = $1 AND leaf > coalesce((SELECT leaf FROM last), ''::bytea)
      ORDER BY leaf LIMIT ${MOVED_LEAVES}),
    gone AS (DELETE FROM receipt_leaf
      WHERE round_id = $1 AND leaf > coalesce((SELECT leaf FROM last), ''::bytea)
        AND leaf <= (SELECT leaf FROM next ORDER BY leaf DESC LIMIT 1)),
    placed AS (SELECT leaf, (row_number() OVER (ORDER BY leaf) - 1) / ${TILE_HASHES}
      + coalesce((SELECT index FROM last), -1) + 1 AS index FROM next),
    tiles AS (SELECT index, string_agg(leaf, ''::bytea ORDER BY leaf) AS hashes
      FROM placed GROUP BY index)
  INSERT INTO receipt_tile (round_id, level, index, first, hashes)
  SELECT $1, 0, index, substring(hashes FROM 1 FOR 32), hashes FROM tiles RETURNING index`,
  { index: column.int },
)
const TILE = { level: column.int, index: column.int, hashes: column.bytes }
const READ_TILES = statement(
  `SELECT level::int, index, hashes FROM receipt_tile
  WHERE round_id = $1 AND level = $2 AND index >= $3 ORDER BY index LIMIT $4`,
  TILE,
)
const WRITE_TILE = statement(
  `INSERT INTO receipt_tile (round_id, level, index, hashes) VALUES ($1, $2, $3, $4)
  ON CONFLICT (round_id, level, index) DO UPDATE SET hashes = excluded.hashes`,
)
/** The tile that has a leaf, if any tile has it. */
const FIND_TILE = statement(
  `SELECT level::int, index, hashes FROM receipt_tile
  WHERE round_id = $1 AND first <= $2 ORDER BY first DESC LIMIT 1`,
  TILE,
)
const READ_ABOVE = statement(
  `SELECT level::int, index, hashes FROM receipt_tile
  WHERE round_id = $1 AND level > 0 AND index = $2::int >> (8 * level::int)`,
  TILE,
)
const TALLY = statement(
  'SELECT coalesce(sum(votes), 0)::int AS votes FROM round_tally WHERE round_id = $1',
  { votes: column.int },
)

/** Trees of receipts in the database. */
export function createTileStore(database: Database) {
  const { round } = database.prisma
  return {
    /** Moves the next hashed leaves into tiles, in their order. @returns whether there may be more */
    moveLeaves: (roundId: number): Promise<boolean> =>
      database.transaction(async (sql) => {
        await sql.query(LOCK_ROUND, [roundId])
        await sql.query(WALK_INDEX)
        return (await sql.query(MOVE_LEAVES, [roundId])).length > 0
      }),

    /** Up to `limit` tiles of a level from `index` on. */
    read: (roundId: number, level: number, index: number, limit: number): Promise<Tile[]> =>
      database.query(READ_TILES, [roundId, level, index, limit]),

    async write(roundId: number, { level, index, hashes }: Tile): Promise<void> {
      await database.query(WRITE_TILE, [roundId, level, index, hashes])
    },

    /** The tile of level 0 where a leaf must be. */
    async find(roundId: number, leaf: Uint8Array): Promise<Tile | null> {
      return (await database.query(FIND_TILE, [roundId, leaf]))[0] ?? null
    },

    /** The tiles above a tile of level 0. */
    above: (roundId: number, index: number): Promise<Tile[]> =>
      database.query(READ_ABOVE, [roundId, index]),

    /** Votes of a round by its counters. */
    async votes(roundId: number): Promise<number> {
      return (await database.query(TALLY, [roundId]))[0]?.votes ?? 0
    },

    /** Stores the signed root unless there is one. @returns whether it was stored */
    async setRoot(roundId: number, signed: SignedRoot): Promise<boolean> {
      const { count } = await round.updateMany({
        where: { id: roundId, receiptRoot: null },
        data: {
          receiptRoot: Buffer.from(signed.root, 'hex'),
          receiptSize: signed.size,
          receiptRootAt: new Date(signed.time),
          receiptKey: signed.key,
          receiptSignature: Buffer.from(signed.signature, 'hex'),
        },
      })
      return count === 1
    },
  }
}

export type TileStore = ReturnType<typeof createTileStore>
