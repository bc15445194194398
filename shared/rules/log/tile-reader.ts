import { HASH_BYTES, type Hash, merkleRoot, nodeHash } from '#shared/rules/merkle.ts'
import { TILE_WIDTH, type TileAddress, tilePath, tileWidth } from './tile-path.ts'
import type { TreeNode } from './tree-nodes.ts'
import type { NodeReader } from './tree-proofs.ts'

/** Levels of the tree between two levels of tiles. */
const TILE_LEVELS = 8

/** A tile of hashes with its bytes, 32 of each hash. */
export interface Tile {
  level: number
  index: number
  hashes: Uint8Array
}

/** Where the hashes of a subtree stand: `count` hashes from `start` in a tile. */
function placeOf({ level, index }: TreeNode) {
  const inside = level % TILE_LEVELS
  const first = index * 2 ** inside
  return {
    level: Math.floor(level / TILE_LEVELS),
    index: Math.floor(first / TILE_WIDTH),
    start: first % TILE_WIDTH,
    count: 2 ** inside,
  }
}

/** The tiles, each once, that hold complete subtrees of a tree of `size` leaves. */
export function tilesOf(nodes: readonly TreeNode[], size: number): TileAddress[] {
  const tiles = new Map<string, TileAddress>()
  for (const node of nodes) {
    const { level, index } = placeOf(node)
    const tile = { level, index, width: tileWidth({ level, index }, size) }
    tiles.set(tilePath(tile), tile)
  }
  return [...tiles.values()]
}

/** Reads hashes of subtrees from tiles. The reader throws for a subtree that none of them holds. */
export function createTileReader(
  tiles: readonly Tile[],
  hash: (left: Hash, right: Hash) => Hash = nodeHash,
): NodeReader {
  return (level, index) => {
    const place = placeOf({ level, index })
    const tile = tiles.find((one) => one.level === place.level && one.index === place.index)
    const end = (place.start + place.count) * HASH_BYTES
    if (!tile || tile.hashes.length < end) throw new Error(`no tile has node ${index} of ${level}`)
    const hashes = Array.from({ length: place.count }, (_, at) => {
      const from = (place.start + at) * HASH_BYTES
      return tile.hashes.subarray(from, from + HASH_BYTES)
    })
    return merkleRoot(hashes, hash)
  }
}
