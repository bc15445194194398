import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { NEAR_ROWS, planPage } from './paged-list.ts'

/** The rows that a plan reads, from 0 (newest) to total - 1 (oldest). */
function rowsOf(total: number, page: number): number[] {
  const { offset, limit, fromEnd } = planPage(total, page)
  const rows = Array.from({ length: limit }, (_, place) =>
    fromEnd ? total - 1 - offset - place : offset + place,
  )
  return fromEnd ? rows.reverse() : rows
}

const totals = fc.oneof(
  fc.integer({ min: 0, max: 120 }),
  fc.integer({ min: NEAR_ROWS - 30, max: NEAR_ROWS + 60 }),
  fc.integer({ min: 0, max: 30_000 }),
)

describe('planPage', () => {
  test('covers every row exactly once and in order', () => {
    fc.assert(
      fc.property(totals, (total) => {
        const { totalPages } = planPage(total, 1).pagination
        const rows = Array.from({ length: totalPages }, (_, index) => rowsOf(total, index + 1))
        expect(rows.flat()).toEqual(Array.from({ length: total }, (_, row) => row))
      }),
    )
  })

  test('skips the fewest rows and reports the true pagination', () => {
    fc.assert(
      fc.property(totals, fc.integer({ min: 1, max: 1_000_000_000 }), (total, page) => {
        const { offset, limit, fromEnd, pagination } = planPage(total, page)
        expect(pagination).toEqual({
          currentPage: page,
          totalPages: Math.ceil(total / 10),
          totalPosts: total,
          postsPerPage: 10,
        })
        if (page > pagination.totalPages) expect(limit).toBe(0)
        else expect(limit).toBeGreaterThan(0)
        if (!fromEnd) expect(offset).toBeLessThanOrEqual(NEAR_ROWS)
        expect(offset).toBeGreaterThanOrEqual(0)
        expect(offset + limit).toBeLessThanOrEqual(total)
      }),
    )
  })
})
