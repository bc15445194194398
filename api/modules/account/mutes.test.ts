import { expect, test } from 'bun:test'
import { errorCode, NOW } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createMutes } from './mutes.ts'

test('refuses a muted user until the mute ends, reading the list once', async () => {
  const clock = testClock(NOW)
  let reads = 0
  const store = {
    mutes: async () => {
      reads += 1
      return new Map([[7, NOW + 1000]])
    },
  }
  const mutes = createMutes({ store, bus: testBus(), clock })
  expect(await errorCode(mutes.check(7))).toBe('MUTED')
  expect(await errorCode(mutes.check(8))).toBe('ok')
  clock.advance(1000)
  expect(await errorCode(mutes.check(7))).toBe('ok')
  expect(reads).toBe(1)
})

test('reads again after an act on a user and after lost events', async () => {
  const bus = testBus()
  let muted = new Map<number, number>()
  const mutes = createMutes({ store: { mutes: async () => muted }, bus, clock: testClock(NOW) })
  expect(await errorCode(mutes.check(7))).toBe('ok')
  muted = new Map([[7, NOW + 1000]])
  bus.publish('moderation', { target: 'post', id: 7 })
  expect(await errorCode(mutes.check(7))).toBe('ok')
  bus.publish('moderation', { target: 'user', id: 7 })
  expect(await errorCode(mutes.check(7))).toBe('MUTED')
  muted = new Map()
  bus.invalidateAll()
  expect(await errorCode(mutes.check(7))).toBe('ok')
})
