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
/** What the next readings of the store answer; nothing revoked after that. */
let answers: (() => ReturnType<SessionStore['revokedSince']>)[]
let readings: number

beforeEach(() => {
  clock = testClock('2026-11-05T12:00:00Z')
  bus = testBus()
  revocations = createRevocations(clock)
  answers = []
  readings = 0
  const store = {
    ...createMemorySessionStore(),
    revokedSince: async () => {
      readings += 1
      return answers.shift()?.() ?? []
    },
  }
  followRevocations({ revocations, store, bus, clock, log: createLog('silent') })
})

const missed = () => bus.invalidateAll()
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a revocation', () => {
  test('that is told is known at once', () => {
    bus.publish('sessionRevoked', { sessionId: 'told', at: clock.now() })
    expect(revocations.isRevoked('told')).toBe(true)
    expect(readings).toBe(0)
  })

  test('that was missed is read', async () => {
    answers.push(async () => [{ id: 'missed', revoked: clock.now() }])
    missed()
    await settle()
    expect(revocations.isRevoked('missed')).toBe(true)
  })

  test('that was missed during a reading is read by one more, however often it is said', async () => {
    let finish = () => {}
    answers.push(
      () =>
        new Promise((resolve) => {
          finish = () => resolve([])
        }),
      async () => [{ id: 'late', revoked: clock.now() }],
    )
    for (let time = 0; time < 10; time++) missed()
    finish()
    await settle()
    expect(revocations.isRevoked('late')).toBe(true)
    expect(readings).toBe(2)
  })

  test('is read a second later when the database cannot be asked', async () => {
    answers.push(
      () => Promise.reject(new Error('away')),
      async () => [{ id: 'missed', revoked: clock.now() }],
    )
    missed()
    await settle()
    expect(revocations.isRevoked('missed')).toBe(false)
    clock.advance(1_000)
    await settle()
    expect(revocations.isRevoked('missed')).toBe(true)
  })
})
