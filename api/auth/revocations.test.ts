import { expect, test } from 'bun:test'
import { createMemorySessionStore } from '#tests/support/memory-session-store.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { ACCESS_TOKEN_LIFETIME } from './access-token.ts'
import { createRevocations } from './revocations.ts'
import { createSessions } from './sessions.ts'

const START = '2026-11-05T12:00:00Z'

test('reports a revoked session at once and for the lifetime of an access token', async () => {
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

test('loads revocations of the last ten minutes only', async () => {
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

test('evicts the oldest revocation at the limit, also while loading', async () => {
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
