import { describe, expect, test } from 'bun:test'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { leafHash, merkleRoot } from '#shared/rules/merkle.ts'
import { sampleLog } from '#tests/log/sample-log.ts'
import { createTileReader, tilesOf } from './tile-reader.ts'
import { consistencyNodes, inclusionNodes, rootNodes } from './tree-nodes.ts'
import {
  consistencyProof,
  inclusionProof,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from './tree-proofs.ts'

/** Leaves and consistency proofs of the reference tests of Certificate Transparency. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657']
  .concat('606162636465666768696a6b6c6d6e6f')
  .map((hex) => leafHash(hexToBytes(hex)))
const CONSISTENCY = [
  { old: 1, size: 1, proof: [] },
  {
    old: 1,
    size: 8,
    proof: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    old: 6,
    size: 8,
    proof: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  {
    old: 2,
    size: 5,
    proof: [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
]
const referenceNode = (level: number, index: number) =>
  merkleRoot(LEAVES.slice(index * 2 ** level, (index + 1) * 2 ** level))

describe('proofs of a growing tree', () => {
  test.each(CONSISTENCY)('consistency of $old and $size leaves', ({ old, size, proof }) => {
    expect(consistencyProof(old, size, referenceNode).map(bytesToHex)).toEqual(proof)
  })

  test('every proof between trees of up to 40 leaves verifies, from complete subtrees alone', () => {
    const { nodeAt, leaves, head } = sampleLog(40)
    for (let size = 0; size <= 40; size++) {
      const next = head(size)
      expect(bytesToHex(next.root)).toBe(bytesToHex(merkleRoot(leaves.slice(0, size))))
      for (let old = 0; old <= size; old++) {
        const proof = consistencyProof(old, size, nodeAt)
        expect(verifyConsistency(head(old), next, proof)).toBe(true)
        const leaf = leaves[old]
        if (!leaf || old === size) continue
        expect(verifyInclusion(leaf, old, next, inclusionProof(old, size, nodeAt))).toBe(true)
      }
    }
  })

  test('a changed bit, a hash more or less, or another size is refused', () => {
    const { leaves, head, nodeAt } = sampleLog(60)
    const sizes = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }))
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(255), ([a, b], at, bit) => {
        const [old, size] = [Math.min(a, b), Math.max(a, b)]
        const changed = (hashes: readonly Uint8Array[]) =>
          hashes.map((hash, index) => {
            const copy = Uint8Array.from(hash)
            if (index === at % hashes.length)
              copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
            return copy
          })
        const [before, after] = [head(old), head(size)]
        const proof = consistencyProof(old, size, nodeAt)
        const isConsistent = (hashes: readonly Uint8Array[], from = before, to = after) =>
          verifyConsistency(from, to, hashes)
        if (proof.length > 0) expect(isConsistent(changed(proof))).toBe(false)
        expect(isConsistent([...proof, after.root])).toBe(false)
        if (proof.length > 0) expect(isConsistent(proof.slice(1))).toBe(false)
        if (proof.length > 0) expect(isConsistent(proof.slice(0, -1))).toBe(false)
        const [root = before.root] = changed([before.root])
        expect(isConsistent(proof, { ...before, root })).toBe(false)
        expect(isConsistent(proof, before, { ...after, root })).toBe(false)

        const index = old - 1
        const leaf = leaves[index] ?? after.root
        const path = inclusionProof(index, size, nodeAt)
        if (path.length > 0) expect(verifyInclusion(leaf, index, after, changed(path))).toBe(false)
        expect(verifyInclusion(leaf, index, after, [...path, leaf])).toBe(false)
        expect(verifyInclusion(leaf, size, after, path)).toBe(false)
        expect(verifyInclusion(leaf, index + 0.5, after, path)).toBe(false)
        expect(verifyInclusion(after.root.subarray(1), index, after, path)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  test('a shrinking tree, hashes of another length and an endless proof are refused', () => {
    const { head, nodeAt } = sampleLog(9)
    const proof = consistencyProof(5, 9, nodeAt)
    expect(verifyConsistency(head(9), head(5), proof)).toBe(false)
    expect(
      verifyConsistency(
        head(5),
        head(9),
        proof.map((hash) => hash.subarray(1)),
      ),
    ).toBe(false)
    expect(verifyConsistency(head(0), head(9), [])).toBe(true)
    expect(verifyConsistency(head(0), head(9), [head(9).root])).toBe(false)
    expect(verifyInclusion(head(9).root, 0, head(9), Array(64).fill(head(9).root))).toBe(false)
    expect(() => consistencyNodes(9, 5)).toThrow(RangeError)
    expect(() => inclusionNodes(9, 9)).toThrow(RangeError)
  })

  test('trees of 2^53 − 1 leaves work exactly', () => {
    const size = Number.MAX_SAFE_INTEGER
    // Every complete subtree of a level has one hash, which stands for a tree of equal leaves.
    const byLevel = [leafHash(new Uint8Array())]
    for (let level = 0; level < 53; level++) {
      const below = byLevel[level] ?? new Uint8Array()
      byLevel.push(merkleRoot([below, below]))
    }
    const nodeAt = (level: number) => byLevel[level] ?? new Uint8Array()
    const next = { size, root: treeRoot(size, nodeAt) }
    expect(rootNodes(size)).toHaveLength(53)
    for (const index of [0, 2 ** 52 - 1, 2 ** 52, 2 ** 33 + 5, size - 1]) {
      expect(verifyInclusion(nodeAt(0), index, next, inclusionProof(index, size, nodeAt))).toBe(
        true,
      )
      const old = { size: index, root: treeRoot(index, nodeAt) }
      expect(verifyConsistency(old, next, consistencyProof(index, size, nodeAt))).toBe(true)
    }
  })

  test('proofs are made from the tiles that they name, and from no others', () => {
    const size = 70_000
    const leaf = leafHash(new Uint8Array())
    const levels = [leaf]
    for (let level = 0; level < 17; level++) {
      const below = levels[level] ?? leaf
      levels.push(merkleRoot([below, below]))
    }
    const equal = (level: number) => levels[level] ?? leaf
    const tilesFor = (nodes: readonly { level: number; index: number }[]) =>
      tilesOf(nodes, size).map(({ level, index, width }) => {
        if (level === 'entries') throw new Error('no hashes')
        const hashes = new Uint8Array(width * 32)
        for (let at = 0; at < width; at++) hashes.set(equal(8 * level), at * 32)
        return { level, index, hashes }
      })
    const next = { size, root: treeRoot(size, equal) }
    expect(tilesOf(rootNodes(size), size)).toHaveLength(3)
    for (const index of [0, 255, 256, 65_535, 65_536, 69_888, 69_999]) {
      const reader = createTileReader(tilesFor(inclusionNodes(index, size).flat()))
      expect(verifyInclusion(leaf, index, next, inclusionProof(index, size, reader))).toBe(true)
      const older = createTileReader(tilesFor(consistencyNodes(index, size).flat()))
      const old = { size: index, root: treeRoot(index, equal) }
      expect(verifyConsistency(old, next, consistencyProof(index, size, older))).toBe(true)
    }
    expect(() => createTileReader([])(0, 0)).toThrow('no tile')
  })
})
