import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { testClock } from '#tests/support/test-clock.ts'
import { createBoundedMap } from './bounded-map.ts'

describe('bounded map', () => {
  test('drops the entry that was used the longest ago', () => {
    const map = createBoundedMap<number>(2, testClock(0))
    map.set('a', 1, 100)
    map.set('b', 2, 100)
    expect(map.get('a')).toBe(1)
    map.set('c', 3, 100)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  })

  test('an entry is gone from the instant of its expiry on', () => {
    const clock = testClock(0)
    const map = createBoundedMap<number>(2, clock)
    map.set('a', 1, 100)
    clock.set(99)
    expect(map.get('a')).toBe(1)
    expect(map.values()).toEqual([1])
    clock.set(100)
    expect(map.values()).toEqual([])
    expect(map.get('a')).toBeUndefined()
    expect(map.size()).toBe(0)
  })

  test('never holds more than its limit, and never answers a wrong value', () => {
    const step = fc.record({
      key: fc.integer({ min: 0, max: 9 }),
      wait: fc.nat(20),
      set: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step), fc.integer({ min: 0, max: 5 }), (steps, limit) => {
        const clock = testClock(0)
        const map = createBoundedMap<number>(limit, clock)
        const last = new Map<string, { value: number; expires: number }>()
        for (const [index, { key, wait, set }] of steps.entries()) {
          clock.advance(wait)
          if (set) {
            const expires = clock.now() + 50
            map.set(String(key), index, expires)
            last.set(String(key), { value: index, expires })
          }
          const got = map.get(String(key))
          const known = last.get(String(key))
          if (got !== undefined) {
            expect(got).toBe(known?.value ?? Number.NaN)
            expect(known?.expires ?? 0).toBeGreaterThan(clock.now())
          }
          expect(map.size()).toBeLessThanOrEqual(limit)
        }
      }),
    )
  })
})
