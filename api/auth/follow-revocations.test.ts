import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEventBus } from '#api/events.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createMemorySessionStore } from '#tests/support/memory-session-store.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { followRevocations } from './follow-revocations.ts'
import { createRevocations, type Revocations } from './revocations.ts'
import type { SessionStore } from './session-store-port.ts'

let clock: TestClock
let bus: AppEventBus
let revocations: Revocations
/** Results of the next loads from the store; later loads return nothing. */
let results: (() => ReturnType<SessionStore['revokedSince']>)[]
let loads: number

beforeEach(() => {
  clock = testClock('2026-11-05T12:00:00Z')
  bus = testBus()
  revocations = createRevocations(clock)
  results = []
  loads = 0
  const store = {
    ...createMemorySessionStore(),
    revokedSince: async () => {
      loads += 1
      return results.shift()?.() ?? []
    },
  }
  followRevocations({ revocations, store, bus, clock, log: createLog('silent') })
})

const invalidate = () => bus.invalidateAll()
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a revocation', () => {
  test('published on the bus is applied at once', () => {
    bus.publish('sessionRevoked', { sessionId: 'published', at: clock.now() })
    expect(revocations.isRevoked('published')).toBe(true)
    expect(loads).toBe(0)
  })

  test('lost on the bus is loaded after an invalidation', async () => {
    results.push(async () => [{ id: 'missed', revoked: clock.now() }])
    invalidate()
    await settle()
    expect(revocations.isRevoked('missed')).toBe(true)
  })

  test('lost during a load is found by one more load, however many invalidations arrive', async () => {
    let finish = () => {}
    results.push(
      () =>
        new Promise((resolve) => {
          finish = () => resolve([])
        }),
      async () => [{ id: 'late', revoked: clock.now() }],
    )
    for (let time = 0; time < 10; time++) invalidate()
    finish()
    await settle()
    expect(revocations.isRevoked('late')).toBe(true)
    expect(loads).toBe(2)
  })

  test('is loaded a second later when the database was unreachable', async () => {
    results.push(
      () => Promise.reject(new Error('unreachable')),
      async () => [{ id: 'missed', revoked: clock.now() }],
    )
    invalidate()
    await settle()
    expect(revocations.isRevoked('missed')).toBe(false)
    clock.advance(1_000)
    await settle()
    expect(revocations.isRevoked('missed')).toBe(true)
  })
})
