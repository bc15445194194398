import type { CommitmentTileStore } from '#api/modules/receipts/commitment-tile-store.ts'
import { createTileReader, type Tile, tilesOf } from '#shared/rules/log/tile-reader.ts'
import { rootNodes } from '#shared/rules/log/tree-nodes.ts'
import { type TreeHead, treeRoot } from '#shared/rules/log/tree-proofs.ts'
import type { LogStore } from './log-store.ts'
import { createTreeEdge, hashesOf, nodeHash } from './tile.ts'

/** Tiles of commitments hashed before other work of the thread gets its turn: about 1,000 hashes. */
const TILES_AT_ONCE = 4

interface AppendDeps {
  commitments: Pick<CommitmentTileStore, 'read'>
  log: Pick<LogStore, 'tiles' | 'writeTiles'>
  shouldContinue: () => boolean
  /** Waits for the turn of other work. */
  pause: () => Promise<void>
}

const rootOf = (tiles: readonly Tile[], size: number) =>
  treeRoot(size, createTileReader(tiles, nodeHash), nodeHash)

/**
 * Writes the tiles of the log with the commitments of a round after those of `newest`. Repeating it writes
 * the same bytes, so it may be interrupted anywhere. Holds one tile a level.
 * @returns the head of the log with the round; null when stopped
 * @throws Error when the tiles of the log do not have the root of `newest`
 */
export async function appendRound(
  { commitments, log, shouldContinue, pause }: AppendDeps,
  roundId: number,
  newest: TreeHead,
): Promise<TreeHead | null> {
  const before = await log.tiles(tilesOf(rootNodes(newest.size), newest.size))
  if (Buffer.compare(rootOf(before, newest.size), newest.root) !== 0) {
    throw new Error(`the tiles of the log do not have the root of its checkpoint ${newest.size}`)
  }
  const edge = createTreeEdge(newest.size, before)
  let size = newest.size
  for (let index = 0; ; index += TILES_AT_ONCE) {
    if (!shouldContinue()) return null
    const read = await commitments.read(roundId, index, TILES_AT_ONCE)
    const entries = read.flatMap(({ commitments: bytes }) => hashesOf(bytes))
    await log.writeTiles(edge.add(entries))
    size += entries.length
    if (read.length < TILES_AT_ONCE) break
    await pause()
  }
  await log.writeTiles(edge.partial())
  const tiles = await log.tiles(tilesOf(rootNodes(size), size))
  return { size, root: rootOf(tiles, size) }
}
