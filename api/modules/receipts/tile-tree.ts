import { createHash } from 'node:crypto'
import { HASH_BYTES, type Hash, inclusionPath, merkleRoot } from '#shared/rules/merkle.ts'

/** Hashes of a full tile: eight levels of the tree. */
export const TILE_HASHES = 256
const TILE_LEVELS = 8

/** Up to 256 neighboring hashes of one level. */
export interface Tile {
  level: number
  index: number
  hashes: Uint8Array
}

const NODE = Uint8Array.of(1)
/** The runtime's SHA-256, several times faster than the portable one. */
const nodeHash = (left: Hash, right: Hash): Hash =>
  createHash('sha256').update(NODE).update(left).update(right).digest()

/** The hashes of a tile. */
export function hashesOf({ hashes }: Pick<Tile, 'hashes'>): Hash[] {
  const count = hashes.length / HASH_BYTES
  return Array.from({ length: count }, (_, at) =>
    hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
}

/** Root of the hashes of a tile: a hash of the tile level above. */
export const tileRoot = (tile: Pick<Tile, 'hashes'>): Hash => merkleRoot(hashesOf(tile), nodeHash)

/** Position of a leaf in a tile; -1 when it is not there. */
export function positionIn(tile: Tile, leaf: Hash): number {
  return hashesOf(tile).findIndex((hash) => Buffer.compare(hash, leaf) === 0)
}

/** Path of leaf `index` in a tree of `size` leaves, from the tiles that contain it or its ancestors. */
export function pathFromTiles(tiles: readonly Tile[], index: number, size: number): Hash[] {
  const byLevel = new Map(tiles.map((tile) => [tile.level, hashesOf(tile)]))
  return inclusionPath(index, size, (level, at) => {
    const inside = level % TILE_LEVELS
    const hashes = byLevel.get(Math.floor(level / TILE_LEVELS))
    const start = (at * 2 ** inside) % TILE_HASHES
    const covered = hashes?.slice(start, start + 2 ** inside) ?? []
    if (covered.length === 0) throw new Error(`no tile has node ${at} of level ${level}`)
    return merkleRoot(covered, nodeHash)
  })
}
