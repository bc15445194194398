import { describe, expect, test } from 'bun:test'
import { createServerClock } from './server-clock.ts'

const at = (instant: number) => new Date(instant).toISOString()
const START = Date.UTC(2026, 10, 21)

describe('createServerClock', () => {
  test('returns local time before the first sync', () => {
    const clock = createServerClock(() => START)
    expect([clock.now(), clock.isSynced()]).toEqual([START, false])
  })

  test('corrects a local clock that is wrong by hours', () => {
    const clock = createServerClock(() => START)
    clock.sync(at(START + 7_200_000))
    expect([clock.now(), clock.isSynced()]).toEqual([START + 7_200_000, true])
  })

  test('uses the sample with the shortest round trip', () => {
    const clock = createServerClock(() => START)
    clock.sync(at(START - 300))
    clock.sync(at(START - 50))
    clock.sync(at(START - 900))
    expect(clock.now()).toBe(START - 50)
  })

  test('follows a local clock that was set forward and ignores invalid dates', () => {
    let local = START
    const clock = createServerClock(() => local)
    clock.sync(at(START))
    local = START + 3_600_000
    clock.sync(at(START + 1_000))
    clock.sync('nonsense')
    expect(clock.now()).toBe(START + 1_000)
  })
})
