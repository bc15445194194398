import { describe, expect, test } from 'bun:test'
import { layOutTags, type WantedTag } from './axis-tags.ts'

const AXIS = { top: 4, bottom: 304 }
const price = (y: number): WantedTag => ({ y, height: 20 })
const level = (y: number): WantedTag => ({ y, height: 18 })

describe('the tags of an axis', () => {
  test('stay at their prices where there is room', () => {
    expect(layOutTags([price(100), level(40), level(130)], AXIS)).toEqual([100, 40, 130])
  })

  test('move away from the first one, which stays at its price', () => {
    expect(layOutTags([price(100), level(95), level(100), level(110)], AXIS)).toEqual([
      100, 81, 119, 137,
    ])
  })

  test('push each other, and stay within the axis', () => {
    expect(layOutTags([price(100), level(20), level(2), level(10)], AXIS)).toEqual([
      100, 49, 13, 31,
    ])
    expect(layOutTags([price(400), level(302)], AXIS)).toEqual([294, 275])
  })

  test('are left out by importance where there is no room', () => {
    const short = { top: 0, bottom: 45 }
    expect(layOutTags([price(22), level(10), level(20), level(40)], short)).toEqual([
      22,
      null,
      null,
      null,
    ])
    expect(layOutTags([price(2), level(10), level(20), level(40)], short)).toEqual([
      10,
      29,
      null,
      null,
    ])
    expect(layOutTags([price(5), level(9)], { top: 0, bottom: 12 })).toEqual([null, null])
    expect(layOutTags([], AXIS)).toEqual([])
  })

  test('never overlap, leave the axis or change their order', () => {
    let state = 20_261_123
    const roll = (most: number) => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
      return Math.floor((state / 2 ** 32) * most)
    }
    let shown = 0
    for (let run = 0; run < 5_000; run++) {
      const axis = { top: roll(10), bottom: 20 + roll(300) }
      const tags = Array.from({ length: 1 + roll(6) }, () => ({
        y: roll(340) - 20,
        height: 12 + roll(12),
      }))
      const places = layOutTags(tags, axis)
      const laid = tags
        .map((tag, index) => ({ ...tag, index, place: places[index] ?? null }))
        .flatMap(({ place, ...tag }) => (place === null ? [] : [{ ...tag, place }]))
        .toSorted((one, other) => one.place - other.place)
      shown += laid.length
      laid.forEach(({ place, height, y }, at) => {
        expect(place - height / 2).toBeGreaterThanOrEqual(axis.top)
        expect(place + height / 2).toBeLessThanOrEqual(axis.bottom)
        const above = laid[at - 1]
        if (!above) return
        expect(place - height / 2).toBeGreaterThanOrEqual(above.place + above.height / 2)
        expect(y).toBeGreaterThanOrEqual(above.y)
      })
      expect(places[0] !== null || axis.bottom - axis.top < (tags[0]?.height ?? 0)).toBe(true)
    }
    expect(shown).toBeGreaterThan(10_000)
  })
})
