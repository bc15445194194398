import { describe, expect, test } from 'bun:test'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { type Hash, inclusionPath, leafHash, merkleRoot, parents, rootFromPath } from './merkle.ts'

/** Leaves and roots by size, published with the logs of Certificate Transparency. */
const INPUTS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const PATHS = [
  { index: 0, size: 1, path: [] },
  { index: 0, size: 2, path: ['96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7'] },
  { index: 1, size: 2, path: ['6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'] },
  { index: 2, size: 3, path: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
  {
    index: 1,
    size: 5,
    path: [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
  {
    index: 5,
    size: 8,
    path: [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
]

const LEAVES = INPUTS.map((input) => leafHash(hexToBytes(input)))

/** Returns the path of each leaf. */
function pathsOf(leaves: readonly Hash[]): (index: number) => Hash[] {
  const levels: Hash[][] = [[...leaves]]
  for (let top = levels[0] ?? []; top.length > 1; ) {
    top = parents(top)
    levels.push(top)
  }
  const nodeAt = (level: number, at: number) => levels[level]?.[at] ?? new Uint8Array()
  return (index) => inclusionPath(index, leaves.length, nodeAt)
}

const pathOf = (leaves: readonly Hash[], index: number) => pathsOf(leaves)(index)

/** MTH of RFC 6962, section 2.1, word for word: split at the largest power of two below the size. */
function definedRoot(leaves: readonly Hash[]): Hash {
  const [only] = leaves
  if (!only || leaves.length === 1) return merkleRoot(leaves)
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return merkleRoot([definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split))])
}

describe('the tree of RFC 6962', () => {
  test.each(ROOTS.map((root, size) => [size, root] as const))('root of %d leaves', (size, root) => {
    expect(bytesToHex(merkleRoot(LEAVES.slice(0, size)))).toBe(root)
  })

  test.each(PATHS)('path of leaf $index of $size', ({ index, size, path }) => {
    const leaves = LEAVES.slice(0, size)
    expect(pathOf(leaves, index).map(bytesToHex)).toEqual(path)
    const leaf = leaves[index] ?? new Uint8Array()
    const reached = rootFromPath(leaf, index, size, path.map(hexToBytes))
    expect(reached && bytesToHex(reached)).toBe(ROOTS[size] ?? '')
  })

  test('every path of every tree leads to the defined root', () => {
    for (let size = 1; size <= 70; size++) {
      const leaves = Array.from({ length: size }, (_, at) => leafHash(Uint8Array.of(at)))
      const root = bytesToHex(definedRoot(leaves))
      expect(bytesToHex(merkleRoot(leaves))).toBe(root)
      const find = pathsOf(leaves)
      for (const [index, leaf] of leaves.entries()) {
        const path = find(index)
        expect(bytesToHex(rootFromPath(leaf, index, size, path) ?? leaf)).toBe(root)
      }
    }
  })

  test('a path with a changed bit, a hash more or less, or another place leads elsewhere', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 300 }),
        fc.nat(),
        fc.nat(),
        fc.nat(255),
        (size, at, node, bit) => {
          const leaves = Array.from({ length: size }, (_, n) => leafHash(Uint8Array.of(n, n >> 8)))
          const index = at % size
          const leaf = leaves[index] ?? new Uint8Array()
          const path = pathOf(leaves, index)
          const root = bytesToHex(merkleRoot(leaves))
          const leadsTo = (hashes: Hash[], place = index, width = size) => {
            const reached = rootFromPath(leaf, place, width, hashes)
            return reached && bytesToHex(reached)
          }
          expect(leadsTo(path)).toBe(root)
          const changed = path.map((hash) => Uint8Array.from(hash))
          const victim = changed[node % changed.length]
          if (victim) victim[bit >> 3] = (victim[bit >> 3] ?? 0) ^ (1 << (bit & 7))
          expect(leadsTo(changed)).not.toBe(root)
          expect(leadsTo([...path, leaf])).toBeNull()
          expect(leadsTo(path.slice(1))).toBeNull()
          expect(leadsTo(path, index === 0 ? size - 1 : index - 1)).not.toBe(root)
          expect(leadsTo(path, size)).toBeNull()
        },
      ),
      { numRuns: 100 },
    )
  })
})
