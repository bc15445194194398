import { expect, test } from 'bun:test'
import { createServerClock } from '#desktop/shared/server-clock.ts'
import { refetchOnNewPeriod } from './live-updates.ts'
import { createSeconds } from './seconds.ts'

const SUNDAY_NIGHT = Date.UTC(2026, 10, 22, 23, 59, 59)

function setUp(start: number) {
  let local = start
  let refetches = 0
  const clock = createServerClock(() => local)
  const { store, refresh } = createSeconds(clock.now)
  const queries = {
    async invalidateQueries() {
      refetches += 1
    },
  }
  refetchOnNewPeriod({ clock, seconds: store, queries })
  return {
    pass(ms: number) {
      local += ms
      refresh()
      return refetches
    },
    sync(server: number) {
      clock.sync(new Date(server).toISOString())
      refresh()
      return refetches
    },
  }
}

test('everything is refetched once when a period begins', () => {
  const { pass, sync } = setUp(SUNDAY_NIGHT - 5_000)
  expect([sync(SUNDAY_NIGHT - 5_000), pass(4_000), pass(2_000), pass(1_000)]).toEqual([0, 0, 1, 1])
})

test('and after a sleep over the beginning', () => {
  const { pass, sync } = setUp(SUNDAY_NIGHT - 5_000)
  expect([sync(SUNDAY_NIGHT - 5_000), pass(1_000), pass(40 * 3_600_000)]).toEqual([0, 0, 1])
})

test('the correction of a local clock in another period refetches nothing', () => {
  const { pass, sync } = setUp(SUNDAY_NIGHT + 86_400_000)
  expect([pass(1_000), sync(SUNDAY_NIGHT - 1_000), pass(1_000)]).toEqual([0, 0, 0])
  expect(pass(1_000)).toBe(1)
})
