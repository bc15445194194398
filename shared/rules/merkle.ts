import { sha256 } from '@noble/hashes/sha2.js'

/**
 * The Merkle tree of RFC 6962 (section 2.1) and RFC 9162, over leaf hashes. Hashes are 32 bytes. A lone
 * node at the right edge moves up unchanged, which equals the RFC's split at a power of two.
 */
export type Hash = Uint8Array

/** Bytes of a hash. */
export const HASH_BYTES = 32

/** SHA-256 of leaf data, prefixed with 0x00 so that no leaf can pass for a node. */
export function leafHash(data: Uint8Array): Hash {
  const input = new Uint8Array(data.length + 1)
  input.set(data, 1)
  return sha256(input)
}

/** Hash of two neighbors, prefixed with 0x01. */
export function nodeHash(left: Hash, right: Hash): Hash {
  const input = new Uint8Array(1 + 2 * HASH_BYTES)
  input[0] = 1
  input.set(left, 1)
  input.set(right, 1 + HASH_BYTES)
  return sha256(input)
}

/** The next level: neighbors in pairs, a lone last node unchanged. */
export function parents(level: readonly Hash[], hash = nodeHash): Hash[] {
  const above: Hash[] = []
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]]
    if (left) above.push(right ? hash(left, right) : left)
  }
  return above
}

/** Root of a tree over leaf hashes; of an empty tree the hash of nothing. */
export function merkleRoot(leaves: readonly Hash[], hash = nodeHash): Hash {
  let level = leaves
  while (level.length > 1) level = parents(level, hash)
  return level[0] ?? sha256(new Uint8Array())
}

/**
 * Siblings from the leaf at `index` up to the root of a tree of `size` leaves. `nodeAt` returns the node at
 * a level (0: leaves) and an index.
 */
export function inclusionPath(
  index: number,
  size: number,
  nodeAt: (level: number, index: number) => Hash,
): Hash[] {
  const path: Hash[] = []
  let [at, width] = [index, size]
  for (let level = 0; width > 1; level++) {
    const sibling = at % 2 === 0 ? at + 1 : at - 1
    if (sibling < width) path.push(nodeAt(level, sibling))
    at = Math.floor(at / 2)
    width = Math.ceil(width / 2)
  }
  return path
}

/** The root that a leaf hash and its path lead to; null when the path has the wrong length. */
export function rootFromPath(
  leaf: Hash,
  index: number,
  size: number,
  path: readonly Hash[],
): Hash | null {
  if (index < 0 || index >= size) return null
  let hash = leaf
  let used = 0
  let [at, width] = [index, size]
  while (width > 1) {
    const isRight = at % 2 === 1
    if (isRight || at + 1 < width) {
      const sibling = path[used]
      if (!sibling) return null
      hash = isRight ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
      used += 1
    }
    at = Math.floor(at / 2)
    width = Math.ceil(width / 2)
  }
  return used === path.length ? hash : null
}
