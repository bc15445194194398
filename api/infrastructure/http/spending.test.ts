import { beforeEach, describe, expect, test } from 'bun:test'
import type { BusEvents } from '#api/infrastructure/bus/bus.ts'
import { createLocalBus } from '#api/infrastructure/bus/local-bus.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { createSpending, type Spending } from './spending.ts'

let clock: TestClock
let told: Record<string, number>[]
let spending: Spending

beforeEach(() => {
  clock = testClock(0)
  told = []
  const bus = createLocalBus((error) => {
    throw error
  })
  const tellOthers = (_: string, event: BusEvents[keyof BusEvents]) => {
    if ('counts' in event) told.push(event.counts)
  }
  spending = createSpending({ ...bus, tellOthers }, clock)
})

test('the first count is told at once, what follows within 50 ms together and by key', () => {
  spending.note('a', 1)
  expect(told).toEqual([{ a: 1 }])
  spending.note('a', 1)
  spending.note('b', 2)
  spending.note('a', 3)
  clock.advance(49)
  expect(told).toHaveLength(1)
  clock.advance(1)
  expect(told).toEqual([{ a: 1 }, { a: 4, b: 2 }])
})

test('after a quiet while the next count is told at once again, and nothing is told for nothing', () => {
  spending.note('a', 1)
  clock.advance(1000)
  expect(told).toHaveLength(1)
  expect(clock.pending()).toBe(0)
  spending.note('b', 1)
  expect(told).toEqual([{ a: 1 }, { b: 1 }])
})

describe('a flood of distinct addresses', () => {
  const flood = (from: number, count: number) => {
    for (let n = from; n < from + count; n++) spending.note(`read:address 2001:db8:0:${n}::`, 1)
  }

  test('makes at most forty messages a second, none too long for the bus', () => {
    for (let ms = 0; ms < 1000; ms++) {
      flood(ms * 100, 100)
      clock.advance(1)
    }
    expect(told.length).toBeLessThanOrEqual(41)
    for (const counts of told) expect(JSON.stringify(counts).length).toBeLessThan(5000)
    expect(told.reduce((sum, counts) => sum + Object.keys(counts).length, 0)).toBeGreaterThan(2000)
  })

  test('is kept to 128 keys at once, whose counts go on', () => {
    flood(0, 1)
    flood(1, 10_000)
    spending.note('read:address 2001:db8:0:1::', 6)
    clock.advance(50)
    expect(told.slice(1).map((counts) => Object.keys(counts).length)).toEqual([64, 64])
    expect(told[1]?.['read:address 2001:db8:0:1::']).toBe(7)
  })
})
