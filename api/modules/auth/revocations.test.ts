import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEventBus } from '#api/events.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createMemorySessionStore } from '#tests/support/memory-session-store.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { ACCESS_TOKEN_LIFETIME } from './access-token.ts'
import { createRevocations, followRevocations, type Revocations } from './revocations.ts'
import { createSessions } from './sessions.ts'
import type { SessionStore } from './store.ts'

const START = '2026-11-05T12:00:00Z'

test('rejects a revoked session at once, for the lifetime of an access token', async () => {
  const clock = testClock(START)
  const revocations = createRevocations(clock)
  const store = createMemorySessionStore()
  const onRevoked = (sessionId: string) => revocations.add(sessionId)
  const sessions = createSessions({ store, clock, secret: Buffer.alloc(32, 7), onRevoked })
  const { refreshToken, sessionId } = await sessions.open(7)
  expect(revocations.isRevoked(sessionId)).toBe(false)
  await sessions.close(refreshToken)
  expect(revocations.isRevoked(sessionId)).toBe(true)
  clock.advance(ACCESS_TOKEN_LIFETIME - 1)
  expect(revocations.isRevoked(sessionId)).toBe(true)
  clock.advance(1)
  expect(revocations.isRevoked(sessionId)).toBe(false)
})

test('loads only the revocations of the last ten minutes', async () => {
  const clock = testClock(START)
  const store = createMemorySessionStore()
  const sessions = createSessions({ store, clock, secret: Buffer.alloc(32, 7) })
  const ids: string[] = []
  for (const wait of [0, 1, 300_000, 300_000]) {
    clock.advance(wait)
    const { refreshToken, sessionId } = await sessions.open(7)
    await sessions.close(refreshToken)
    ids.push(sessionId)
  }
  const revocations = createRevocations(clock)
  await revocations.load(store)
  expect(ids.map((id) => revocations.isRevoked(id))).toEqual([false, false, true, true])
  clock.advance(300_000)
  expect(ids.map((id) => revocations.isRevoked(id))).toEqual([false, false, false, true])
})

test('evicts the oldest revocation beyond the limit, also when loading', async () => {
  const clock = testClock(START)
  const revocations = createRevocations(clock, 2)
  for (const id of ['a', 'b', 'c']) revocations.add(id)
  expect(revocations.size()).toBe(2)
  expect(['a', 'b', 'c'].map((id) => revocations.isRevoked(id))).toEqual([false, true, true])

  const latestFirst = [3, 2, 1].map((age) => ({ id: `r${age}`, revoked: clock.now() - 4 + age }))
  const loaded = createRevocations(clock, 2)
  await loaded.load({ revokedSince: async (_instant, limit) => latestFirst.slice(0, limit) })
  expect(loaded.size()).toBe(2)
  loaded.add('new')
  const known = ['new', 'r3', 'r2', 'r1'].map((id) => loaded.isRevoked(id))
  expect(known).toEqual([true, true, false, false])
})

test('treats tokens as old as an evicted revocation as expired', async () => {
  const clock = testClock(START)
  const now = clock.now() / 1000
  const revocations = createRevocations(clock, 2)
  revocations.add('a')
  clock.advance(1000)
  revocations.add('b')
  expect(revocations.isSuperseded(now)).toBe(false)
  revocations.add('c')
  expect([now - 1, now, now + 1].map(revocations.isSuperseded)).toEqual([true, true, false])

  const loaded = createRevocations(clock, 2)
  const revoked = clock.now()
  await loaded.load({ revokedSince: async () => [{ id: 'a', revoked }] })
  expect(loaded.isSuperseded(now + 1)).toBe(false)
  await loaded.load({ revokedSince: async () => ['a', 'b'].map((id) => ({ id, revoked })) })
  expect([now + 1, now + 2].map(loaded.isSuperseded)).toEqual([true, false])
})

describe('following revocations', () => {
  let clock: TestClock
  let bus: AppEventBus
  let revocations: Revocations
  /** Results of the next loads; empty afterwards. */
  let answers: (() => ReturnType<SessionStore['revokedSince']>)[]
  let loads: number

  beforeEach(() => {
    clock = testClock('2026-11-05T12:00:00Z')
    bus = testBus()
    revocations = createRevocations(clock)
    answers = []
    loads = 0
    const store = {
      ...createMemorySessionStore(),
      revokedSince: async () => {
        loads += 1
        return answers.shift()?.() ?? []
      },
    }
    followRevocations({ revocations, store, bus, clock, log: createLog('silent') })
  })

  const invalidate = () => bus.invalidateAll()
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

  test('applies the event of another instance at once', () => {
    bus.publish('sessionRevoked', { sessionId: 'published', at: clock.now() })
    expect(revocations.isRevoked('published')).toBe(true)
    expect(loads).toBe(0)
  })

  test('loads what it missed after an invalidation', async () => {
    answers.push(async () => [{ id: 'missed', revoked: clock.now() }])
    invalidate()
    await settle()
    expect(revocations.isRevoked('missed')).toBe(true)
  })

  test('loads once more, however often it is invalidated during a load', async () => {
    let finish = () => {}
    answers.push(
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

  test('repeats a failed load after a second', async () => {
    answers.push(
      () => Promise.reject(new Error('away')),
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
