import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createRankList, PLACE_BYTES } from './rank-list.ts'

const person = fc.record({
  userId: fc.integer({ min: 1, max: 2_147_483_647 }),
  points: fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
  calls: fc.integer({ min: 0, max: 5_000 }),
  right: fc.integer({ min: 0, max: 5_000 }),
  impliedPpm: fc.integer({ min: 0, max: 5_000_000_000 }),
})
type Sample = { userId: number; points: number; calls: number; right: number; impliedPpm: number }

/** Packs rows as PostgreSQL's `int4send` and `int8send` do. */
function pack(rows: readonly Sample[]): Uint8Array {
  const bytes = Buffer.alloc(rows.length * PLACE_BYTES)
  for (const [index, row] of rows.entries()) {
    const { userId, points, calls, right, impliedPpm } = row
    let offset = index * PLACE_BYTES
    for (const value of [userId, points, calls, right]) offset = bytes.writeInt32BE(value, offset)
    bytes.writeBigInt64BE(BigInt(impliedPpm), offset)
  }
  return bytes
}

test('returns the places of any page and the rank of each person, whatever the chunks', () => {
  const people = fc.uniqueArray(person, { selector: ({ userId }) => userId, maxLength: 40 })
  const size = fc.integer({ min: 1, max: 12 })
  fc.assert(
    fc.property(people, size, size, (rows, chunk, page) => {
      const chunks: Uint8Array[] = []
      for (let from = 0; from < rows.length; from += chunk) {
        chunks.push(pack(rows.slice(from, from + chunk)))
      }
      const list = createRankList(chunks, null)
      expect(list.members).toBe(rows.length)
      const pages: unknown[] = []
      for (let from = 0; from < rows.length; from += page) pages.push(...list.rows(from, page))
      expect(pages).toEqual(rows.map((row, index) => ({ rank: index + 1, ...row })))
      for (const [index, { userId }] of rows.entries()) expect(list.rankOf(userId)).toBe(index + 1)
      expect(list.rankOf(0)).toBeNull()
      expect(list.rows(rows.length, page)).toEqual([])
    }),
  )
})
