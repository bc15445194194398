import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { HASH_BYTES, type Hash, nodeHash, rootFromPath } from '#shared/rules/merkle.ts'
import { consistencyNodes, inclusionNodes, rootNodes, type TreeNode } from './tree-nodes.ts'

/** Hash of a complete subtree, which never changes as the tree grows. */
export type NodeReader = (level: number, index: number) => Hash

type HashPair = typeof nodeHash

/** Most hashes of a proof: a tree has fewer than 2^63 leaves. */
export const MAX_PROOF_HASHES = 63

function fold(nodes: readonly TreeNode[], nodeAt: NodeReader, hash: HashPair): Hash {
  const hashes = nodes.map(({ level, index }) => nodeAt(level, index))
  return hashes.reduceRight((right, left) => hash(left, right))
}

/** Root of the tree of `size` leaves; of an empty tree the hash of nothing. */
export function treeRoot(size: number, nodeAt: NodeReader, hash: HashPair = nodeHash): Hash {
  return size === 0 ? sha256(new Uint8Array()) : fold(rootNodes(size), nodeAt, hash)
}

/** Inclusion proof of leaf `index` in the tree of `size` leaves, as long as the tree is high. */
export function inclusionProof(
  index: number,
  size: number,
  nodeAt: NodeReader,
  hash: HashPair = nodeHash,
): Hash[] {
  return inclusionNodes(index, size).map((nodes) => fold(nodes, nodeAt, hash))
}

/** Consistency proof from the tree of `oldSize` leaves to that of `size` leaves. */
export function consistencyProof(
  oldSize: number,
  size: number,
  nodeAt: NodeReader,
  hash: HashPair = nodeHash,
): Hash[] {
  return consistencyNodes(oldSize, size).map((nodes) => fold(nodes, nodeAt, hash))
}

const isSame = (a: Hash, b: Hash): boolean => bytesToHex(a) === bytesToHex(b)

const areHashes = (hashes: readonly Hash[]): boolean =>
  hashes.length <= MAX_PROOF_HASHES && hashes.every(({ length }) => length === HASH_BYTES)

/** Size and root of a tree. */
export interface TreeHead {
  size: number
  root: Hash
}

/** Whether leaf `index` of the tree has the hash `leaf` (RFC 9162, section 2.1.3.2). */
export function verifyInclusion(
  leaf: Hash,
  index: number,
  { size, root }: TreeHead,
  proof: readonly Hash[],
): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size)) return false
  if (leaf.length !== HASH_BYTES || !areHashes(proof)) return false
  const reached = rootFromPath(leaf, index, size, proof)
  return reached !== null && isSame(reached, root)
}

/**
 * Whether the tree `next` begins with all leaves of `old` (RFC 9162, section 2.1.4.2). Every tree begins
 * with the empty one; then, and between trees of one size, the proof is empty.
 */
export function verifyConsistency(old: TreeHead, next: TreeHead, proof: readonly Hash[]): boolean {
  const sizes = [old.size, next.size]
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0)) return false
  if (old.size > next.size || !areHashes(proof)) return false
  if (old.size === next.size) return proof.length === 0 && isSame(old.root, next.root)
  if (old.size === 0) return proof.length === 0
  let [at, last] = [old.size - 1, next.size - 1]
  const rise = () => {
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  while (at % 2 === 1) rise()
  // A complete old tree is the start itself, and is not repeated in the proof.
  const [first, ...rest] = at === 0 ? [old.root, ...proof] : proof
  if (!first) return false
  let [oldRoot, root] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      oldRoot = nodeHash(hash, oldRoot)
      root = nodeHash(hash, root)
      while (at % 2 === 0 && at !== 0) rise()
    } else {
      root = nodeHash(root, hash)
    }
    rise()
  }
  return last === 0 && isSame(oldRoot, old.root) && isSame(root, next.root)
}
