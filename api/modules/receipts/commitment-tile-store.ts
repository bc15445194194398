import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { TILE_WIDTH } from '#shared/rules/log/tile-path.ts'
import { HASH_BYTES } from '#shared/rules/merkle.ts'

/** Commitments that are moved into tiles by one statement. */
const MOVED = 8 * TILE_WIDTH

const LOCK_ROUND = statement('SELECT id FROM round WHERE id = $1 FOR NO KEY UPDATE')
/**
 * Walks the index in its order, also while the planner believes that a filled table is empty. The cost of a
 * disabled node would start the JIT compiler, which takes longer than the batch.
 */
const WALK_INDEX = statement(`SELECT set_config(name, 'off', true)
  FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'jit']) name`)
/**
 * Continues after the last commitment in a tile, so that no scan meets the rows removed before. Removes a
 * range, since a join may compare each commitment of the round.
 */
const MOVE = statement(
  `WITH last AS MATERIALIZED (
      SELECT index, substring(commitments FROM length(commitments) - 31) AS hash
      FROM commitment_tile WHERE round_id = $1 ORDER BY index DESC LIMIT 1),
    next AS MATERIALIZED (SELECT hash FROM commitment
      WHERE round_id = $1 AND hash > coalesce((SELECT hash FROM last), ''::bytea)
      ORDER BY hash LIMIT ${MOVED}),
    gone AS (DELETE FROM commitment
      WHERE round_id = $1 AND hash > coalesce((SELECT hash FROM last), ''::bytea)
        AND hash <= (SELECT hash FROM next ORDER BY hash DESC LIMIT 1)),
    placed AS (SELECT hash, (row_number() OVER (ORDER BY hash) - 1) / ${TILE_WIDTH}
      + coalesce((SELECT index FROM last), -1) + 1 AS index FROM next),
    tiles AS (SELECT index, string_agg(hash, ''::bytea ORDER BY hash) AS commitments
      FROM placed GROUP BY index)
  INSERT INTO commitment_tile (round_id, index, first, commitments)
  SELECT $1, index, substring(commitments FROM 1 FOR 32), commitments FROM tiles RETURNING index`,
  { index: column.int },
)
const TILE = { index: column.int, commitments: column.bytes }
const READ = statement(
  `SELECT index, commitments FROM commitment_tile
  WHERE round_id = $1 AND index >= $2 ORDER BY index LIMIT $3`,
  TILE,
)
/** The tile that has a commitment, if any tile has it. */
const FIND = statement(
  `SELECT index, commitments FROM commitment_tile
  WHERE round_id = $1 AND first <= $2 ORDER BY first DESC LIMIT 1`,
  TILE,
)
const TALLY = statement(
  'SELECT coalesce(sum(votes), 0)::int AS votes FROM round_tally WHERE round_id = $1',
  { votes: column.int },
)
/** Tiles with the entries from `$1` on, at most `$2`, in the order of the log. */
const ENTRIES = statement(
  `SELECT r.log_index + t.index::bigint * ${TILE_WIDTH} AS start, t.commitments
  FROM round r JOIN commitment_tile t ON t.round_id = r.id
  WHERE r.log_index < $1::bigint + $2::int AND r.log_index + r.receipt_size > $1
    AND t.index BETWEEN ($1::bigint - r.log_index) / ${TILE_WIDTH}
      AND ($1::bigint + $2::int - 1 - r.log_index) / ${TILE_WIDTH}
  ORDER BY start`,
  { start: column.int, commitments: column.bytes },
)

/** Up to 256 neighboring commitments of a round, concatenated. */
export interface CommitmentTile {
  index: number
  commitments: Uint8Array
}

/** Commitments of closed rounds in the database, each round's in ascending order: the entries of the log. */
export function createCommitmentTileStore(database: Database) {
  return {
    /** Moves the next commitments into tiles. @returns whether there may be more */
    moveNext: (roundId: number): Promise<boolean> =>
      database.transaction(async (sql) => {
        await sql.query(LOCK_ROUND, [roundId])
        await sql.query(WALK_INDEX)
        return (await sql.query(MOVE, [roundId])).length > 0
      }),

    /** Up to `limit` tiles of a round from `index` on. */
    read: (roundId: number, index: number, limit: number): Promise<CommitmentTile[]> =>
      database.query(READ, [roundId, index, limit]),

    /** The tile of a round where a commitment must be. */
    async find(roundId: number, commitment: Uint8Array): Promise<CommitmentTile | null> {
      return (await database.query(FIND, [roundId, commitment]))[0] ?? null
    },

    /** Votes of a round by its counters. */
    async votes(roundId: number): Promise<number> {
      return (await database.query(TALLY, [roundId]))[0]?.votes ?? 0
    },

    /** `count` entries of the log from `start` on, concatenated; fewer at its end. */
    async entries(start: number, count: number): Promise<Uint8Array> {
      const tiles = await database.query(ENTRIES, [start, count])
      const [first] = tiles
      if (!first) return new Uint8Array()
      const bytes = Buffer.concat(tiles.map(({ commitments }) => commitments))
      const from = (start - first.start) * HASH_BYTES
      return new Uint8Array(bytes.subarray(from, from + count * HASH_BYTES))
    },
  }
}

export type CommitmentTileStore = ReturnType<typeof createCommitmentTileStore>
