/** A complete subtree: leaves index × 2^level up to (index + 1) × 2^level, those excluded. */
export interface TreeNode {
  level: number
  index: number
}

/** The largest power of two below `count`, which is 2 or more. */
function splitOf(count: number): number {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}

/**
 * Complete subtrees of leaves `start` to `end`, `end` excluded, from left to right. Folded from the right
 * they give the hash of the range (RFC 6962, section 2.1), where `start` is a place at which that tree splits.
 */
function rangeNodes(start: number, end: number): TreeNode[] {
  const nodes: TreeNode[] = []
  for (let at = start; at < end; ) {
    let [level, width] = [0, 1]
    while (width * 2 <= end - at) [level, width] = [level + 1, width * 2]
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

function checkSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`not a size: ${size}`)
}

/** Subtrees of a whole tree. None for an empty tree. */
export function rootNodes(size: number): TreeNode[] {
  checkSize(size)
  return rangeNodes(0, size)
}

/**
 * Subtrees of each hash of an inclusion proof (RFC 6962, section 2.1.1), from the leaf's sibling upwards.
 * Throws a RangeError for a leaf that is not in the tree.
 */
export function inclusionNodes(index: number, size: number): TreeNode[][] {
  checkSize(size)
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`no leaf ${index} of ${size}`)
  }
  const path: TreeNode[][] = []
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const split = start + splitOf(end - start)
    path.push(index < split ? rangeNodes(split, end) : rangeNodes(start, split))
    if (index < split) end = split
    else start = split
  }
  return path.reverse()
}

/**
 * Subtrees of each hash of a consistency proof (RFC 6962, section 2.1.2). None from an empty tree, and none
 * between trees of one size. Throws a RangeError when the tree shrinks.
 */
export function consistencyNodes(oldSize: number, size: number): TreeNode[][] {
  checkSize(oldSize)
  checkSize(size)
  if (oldSize > size) throw new RangeError(`a tree of ${oldSize} leaves is not part of ${size}`)
  if (oldSize === 0 || oldSize === size) return []
  const path: TreeNode[][] = []
  let [start, end] = [0, size]
  while (oldSize < end) {
    const split = start + splitOf(end - start)
    path.push(oldSize <= split ? rangeNodes(split, end) : rangeNodes(start, split))
    if (oldSize <= split) end = split
    else start = split
  }
  // The old tree itself is known to the verifier, when it is a complete subtree.
  if (start > 0) path.push(rangeNodes(start, end))
  return path.reverse()
}
