import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createRankList, type PackedRanks } from './rank-list.ts'

const person = fc.record({
  userId: fc.integer({ min: 1, max: 2_147_483_647 }),
  points: fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
  calls: fc.integer({ min: 0, max: 5_000 }),
  right: fc.integer({ min: 0, max: 5_000 }),
  impliedPpm: fc.integer({ min: 0, max: 5_000_000_000 }),
})
type Sample = { userId: number; points: number; calls: number; right: number; impliedPpm: number }

/** Packs rows as PostgreSQL's `int4send` and `float8send` do. */
function pack(rows: readonly Sample[]): PackedRanks {
  const integers = (value: (row: Sample) => number) => {
    const bytes = Buffer.alloc(rows.length * 4)
    for (const [index, row] of rows.entries()) bytes.writeInt32BE(value(row), index * 4)
    return bytes
  }
  const implied = Buffer.alloc(rows.length * 8)
  for (const [index, row] of rows.entries()) implied.writeDoubleBE(row.impliedPpm, index * 8)
  return {
    ids: integers(({ userId }) => userId),
    points: integers(({ points }) => points),
    calls: integers(({ calls }) => calls),
    right_calls: integers(({ right }) => right),
    implied_ppm: implied,
  }
}

test('returns the places of any page and the rank of each person, whatever the chunks', () => {
  const people = fc.uniqueArray(person, { selector: ({ userId }) => userId, maxLength: 40 })
  const size = fc.integer({ min: 1, max: 12 })
  fc.assert(
    fc.property(people, size, size, (rows, chunk, page) => {
      const chunks: PackedRanks[] = []
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
      expect(list.withCalls(8)).toBe(rows.filter(({ calls }) => calls >= 8).length)
    }),
  )
})
