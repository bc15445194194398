import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Crossing, nextCrossing } from '#shared/rules/crossing.ts'
import { levelEdge } from '#shared/rules/price-level.ts'
import { createLevelBook, type Move, type WatchedLevel } from './level-book.ts'

const level = (part: Partial<WatchedLevel> = {}): WatchedLevel => ({
  id: 1,
  userId: 1,
  price: '1000',
  side: 'below',
  isArmed: true,
  ...part,
})

/** The sides of the crossings that prices cause. */
function crossings(own: WatchedLevel, prices: readonly string[]) {
  const book = createLevelBook()
  book.set(own)
  return prices.flatMap((price) => book.advance(price).filter(({ isCrossed }) => isCrossed))
}
const sides = (prices: readonly string[]) => crossings(level(), prices).map(({ side }) => side)

/** Prices with up to eight places, often at a level or at the end of its hysteresis. */
const anyPrice = fc.oneof(
  fc.integer({ min: 98_000, max: 102_000 }).map((cents) => (cents / 100).toFixed(2)),
  fc.integer({ min: 99_850_000_000, max: 100_150_000_000 }).map((n) => (n / 1e8).toFixed(8)),
  fc.constantFrom('1000', '1000.00000001', '999.99999999', '1001', '999', '1002.001', '998.001'),
)

describe('the book of price levels', () => {
  test('finds what the rule of one level finds, for many levels and any prices', () => {
    const anyLevel = fc.record({
      price: fc.constantFrom('1000', '1000.01', '999.99', '1001', '999', '1003.5'),
      side: fc.constantFrom('above' as const, 'below' as const, null),
      isArmed: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(anyLevel, { minLength: 1, maxLength: 12 }),
        fc.array(anyPrice, { minLength: 1, maxLength: 40 }),
        (levels, prices) => {
          const book = createLevelBook()
          const states = levels.map(
            ({ side, isArmed }): Crossing | null => side && { side, isArmed },
          )
          for (const [id, part] of levels.entries()) book.set(level({ id, ...part }))
          for (const price of prices) {
            const moved = new Map(
              book.advance(price).map((move): [number, Move] => [move.id, move]),
            )
            for (const [id, { price: at }] of levels.entries()) {
              const edge = levelEdge(at)
              if (!edge) throw new Error(`${at} is no price`)
              const known = states[id] ?? null
              const next = nextCrossing(edge, known, price)
              states[id] = next
              const isCrossed = known !== null && known.side !== next.side
              const move = moved.get(id)
              expect(move?.isCrossed ?? false).toBe(isCrossed)
              expect(move ? { side: move.side, isArmed: move.isArmed } : known).toEqual(next)
            }
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('gives noise around a level one crossing in an hour, and none at the first price', () => {
    const noise = Array.from({ length: 14_400 }, (_, i) =>
      (1000 + 0.99 * Math.sin(i * 7.3)).toFixed(2),
    )
    expect(sides(noise)).toEqual(['above'])
    expect(crossings(level({ side: null }), ['1000.5'])).toEqual([])
  })

  test('forgets a removed level, and the former state of a replaced one', () => {
    const book = createLevelBook()
    book.set(level())
    book.set(level({ id: 2 }))
    book.remove(2)
    book.set(level({ price: '1100' }))
    expect(book.advance('1050')).toEqual([])
    expect(book.idsOf(1)).toEqual([1])
    expect(book.advance('1100')).toMatchObject([{ id: 1, side: 'above', isCrossed: true }])
  })

  test('refuses a price beyond its range', () => {
    expect(() => createLevelBook().advance('12345678901')).toThrow(RangeError)
  })
})
