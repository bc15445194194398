import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { HOUR_MS } from '#shared/rules/time.ts'
import { pan, zoom } from './viewport.ts'

const hours = (count: number) => count * HOUR_MS
const bounds = { from: 0, to: hours(3200), newest: hours(3000) }
const day = { from: hours(1000), to: hours(1100) }

describe('the viewport', () => {
  test('moves with the pointer', () => {
    expect(pan(day, hours(10), bounds)).toEqual({ from: hours(1010), to: hours(1110) })
  })

  test('zooms around an instant', () => {
    expect(zoom(day, 0.5, hours(1020), bounds)).toEqual({ from: hours(1010), to: hours(1060) })
  })

  test('stops at half a day and at everything', () => {
    const closest = zoom(day, 0.001, hours(1050), bounds)
    expect(closest.to - closest.from).toBe(hours(12))
    const widest = zoom(day, 1000, hours(1050), bounds)
    expect(widest.to - widest.from).toBe(hours(3200))
  })

  test('always shows prices, however it is moved', () => {
    const moves = fc.array(
      fc.oneof(
        fc.record({ by: fc.integer({ min: -5000, max: 5000 }) }),
        fc.record({
          factor: fc.double({ min: 0.05, max: 20, noNaN: true }),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(moves, (list) => {
        let view = day
        for (const move of list) {
          view =
            'by' in move
              ? pan(view, hours(move.by), bounds)
              : zoom(view, move.factor, view.from + move.share * (view.to - view.from), bounds)
          const span = view.to - view.from
          expect(span).toBeGreaterThanOrEqual(hours(12) - 1)
          expect(span).toBeLessThanOrEqual(hours(3200) + 1)
          expect(view.to).toBeGreaterThan(bounds.from)
          expect(view.from).toBeLessThan(bounds.newest)
        }
      }),
    )
  })
})
