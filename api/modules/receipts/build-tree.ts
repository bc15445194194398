import { HASH_BYTES, type Hash } from '#shared/rules/merkle.ts'
import type { TileStore } from './tile-store.ts'
import { TILE_HASHES, tileRoot } from './tile-tree.ts'

/** Tiles hashed before other work of the thread gets its turn: about 1,000 hashes. */
const TILES_AT_ONCE = 4

interface BuildDeps {
  tiles: Pick<TileStore, 'read' | 'write'>
  shouldContinue: () => boolean
  /** Waits for the turn of other work. */
  pause: () => Promise<void>
}

const concat = (hashes: readonly Hash[]) => new Uint8Array(Buffer.concat(hashes))

/** Roots of all tiles of a level; null when stopped. */
async function rootsOf(
  { tiles, shouldContinue, pause }: BuildDeps,
  roundId: number,
  level: number,
) {
  const roots: Hash[] = []
  let leaves = 0
  for (let index = 0; ; index += TILES_AT_ONCE) {
    if (!shouldContinue()) return null
    const read = await tiles.read(roundId, level, index, TILES_AT_ONCE)
    for (const tile of read) {
      roots.push(tileRoot(tile))
      leaves += tile.hashes.length / HASH_BYTES
    }
    if (read.length < TILES_AT_ONCE) return { roots, hashes: leaves }
    await pause()
  }
}

/**
 * Builds the upper tiles of a round from its tiles of level 0, and writes them. Holds one level at a time,
 * a 256th of the leaves. @returns root and number of leaves; null when stopped or without leaves
 */
export async function buildTree(
  deps: BuildDeps,
  roundId: number,
): Promise<{ root: Hash; size: number } | null> {
  let size = 0
  for (let level = 0; ; level++) {
    const built = await rootsOf(deps, roundId, level)
    if (!built) return null
    const { roots, hashes } = built
    if (level === 0) size = hashes
    const [root] = roots
    if (!root) return null
    if (roots.length === 1) return { root, size }
    for (let at = 0; at < roots.length; at += TILE_HASHES) {
      const part = roots.slice(at, at + TILE_HASHES)
      const tile = { level: level + 1, index: at / TILE_HASHES, hashes: concat(part) }
      await deps.tiles.write(roundId, tile)
    }
  }
}
