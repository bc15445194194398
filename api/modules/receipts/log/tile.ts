import { createHash } from 'node:crypto'
import { TILE_WIDTH } from '#shared/rules/log/tile-path.ts'
import type { Tile } from '#shared/rules/log/tile-reader.ts'
import { HASH_BYTES, type Hash, merkleRoot } from '#shared/rules/merkle.ts'

const NODE = Uint8Array.of(1)
const LEAF = Uint8Array.of(0)

/** The runtime's SHA-256, several times faster than the portable one. */
export const nodeHash = (left: Hash, right: Hash): Hash =>
  createHash('sha256').update(NODE).update(left).update(right).digest()
const leafHash = (entry: Uint8Array): Hash =>
  createHash('sha256').update(LEAF).update(entry).digest()

/** The hashes of a tile, or the commitments of one. */
export function hashesOf(bytes: Uint8Array): Hash[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
}

/** A tree that grows: the partial tile at the right edge of each level. */
export interface TreeEdge {
  /** Adds entries. @returns tiles that became full */
  add(entries: readonly Uint8Array[]): Tile[]
  /** The tiles that are still partial. */
  partial(): Tile[]
}

/** The edge of a tree of `size` leaves, with its partial tiles. */
export function createTreeEdge(size: number, tiles: readonly Tile[]): TreeEdge {
  const levels: { index: number; hashes: Hash[] }[] = []
  for (const { level, hashes } of tiles) {
    const index = Math.floor(size / TILE_WIDTH ** (level + 1))
    levels[level] = { index, hashes: hashesOf(hashes) }
  }
  const edgeOf = (level: number) => {
    const index = Math.floor(size / TILE_WIDTH ** (level + 1))
    levels[level] ??= { index, hashes: [] }
    return levels[level]
  }

  const addHash = (hash: Hash, level: number): Tile[] => {
    const edge = edgeOf(level)
    edge.hashes.push(hash)
    if (edge.hashes.length < TILE_WIDTH) return []
    const full = { level, index: edge.index, hashes: new Uint8Array(Buffer.concat(edge.hashes)) }
    const root = merkleRoot(edge.hashes, nodeHash)
    levels[level] = { index: edge.index + 1, hashes: [] }
    return [full, ...addHash(root, level + 1)]
  }

  return {
    add: (entries) => entries.flatMap((entry) => addHash(leafHash(entry), 0)),
    partial: () =>
      levels.flatMap(({ index, hashes }, level) =>
        hashes.length === 0
          ? []
          : [{ level, index, hashes: new Uint8Array(Buffer.concat(hashes)) }],
      ),
  }
}
