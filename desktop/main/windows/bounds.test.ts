import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fitBounds } from './bounds.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const left = { x: -1920, y: 0, width: 1920, height: 1040 }
const least = { width: 360, height: 480 }
const at = (x: number, y: number, width = 800, height = 600) => ({ x, y, width, height })

describe('fitBounds', () => {
  test.each([
    ['inside', at(100, 100), at(100, 100)],
    ['in the very corner', at(0, 25), at(0, 25)],
    ['on the second display', at(-1900, 10), at(-1900, 10)],
    ['over both displays', at(-500, 100, 1200), at(-500, 100, 1200)],
    ['beyond the right edge', at(1350, 100), at(640, 100)],
    ['above the display, under its menu bar', at(100, 0), at(100, 25)],
    ['below the display', at(100, 880), at(100, 300)],
    ['on a disconnected display', at(5000, 100), at(640, 100)],
    ['larger than the display', at(0, 25, 4000, 3000), at(0, 25, 1440, 875)],
    ['smaller than the minimum', at(100, 100, 10, 10), at(100, 100, 360, 480)],
  ])('%s', (_name, stored, expected) => {
    expect(fitBounds(stored, [laptop, left], laptop, least)).toEqual(expected)
  })

  test('keeps the top edge draggable, whatever was stored', () => {
    const number = fc.integer({ min: -10_000, max: 10_000 })
    const length = fc.integer({ min: 1, max: 10_000 })
    const rectangle = fc.record({ x: number, y: number, width: length, height: length })
    const display = fc.record({
      x: number,
      y: number,
      width: fc.integer({ min: 640, max: 8000 }),
      height: fc.integer({ min: 480, max: 5000 }),
    })
    fc.assert(
      fc.property(rectangle, fc.array(display, { minLength: 1, maxLength: 4 }), (stored, areas) => {
        const [nearest] = areas
        if (!nearest) throw new Error('there is a display')
        const fitted = fitBounds(stored, areas, nearest, least)
        expect(fitted.width).toBeGreaterThanOrEqual(least.width)
        expect(fitted.height).toBeGreaterThanOrEqual(least.height)
        const holding = areas.filter(
          (area) =>
            fitted.y >= area.y &&
            fitted.y < area.y + area.height &&
            fitted.x < area.x + area.width &&
            fitted.x + fitted.width > area.x,
        )
        expect(holding).not.toBeEmpty()
      }),
    )
  })

  test('is idempotent', () => {
    const fitted = fitBounds(at(0, 25, 4000, 3000), [laptop], laptop, least)
    expect(fitBounds(fitted, [laptop], laptop, least)).toEqual(fitted)
  })
})
