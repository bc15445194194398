import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { RefreshReply } from '#shared/contract/auth.ts'
import { Done } from '#shared/contract/common.ts'
import { Profile } from '#shared/contract/profile.ts'
import { withoutClose } from '#tests/support/shared-database.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { REUSE_GRACE } from './sessions.ts'

const environment = { JWT_SECRET: 'a secret shared by both servers of this test' }

let database: Database
let server: TestServer

const start = () => startTestServer({ database: withoutClose(database), environment })

beforeAll(async () => {
  database = await openTestDatabase()
  server = await start()
})
afterAll(async () => {
  await server.stop()
  await database.close()
})

const refresh = (refreshToken: string) =>
  server.api.call(RefreshReply, 'POST', '/auth/refresh-token', { refreshToken })
const refusedRefresh = (refreshToken: string) =>
  server.api.refusal('POST', '/auth/refresh-token', { refreshToken })
const logOut = (person: Person, body: object) => person.api.call(Done, 'POST', '/auth/logout', body)

describe('signing out over HTTP', () => {
  test('ends the access token at once and the refresh token with it', async () => {
    const mina = await server.person('Mina')
    await mina.api.get(Profile, '/profile')
    await logOut(mina, { refreshToken: mina.refreshToken })
    expect(await mina.api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    expect(await refusedRefresh(mina.refreshToken)).toBe('401 REFRESH_INVALID')
  })

  test('works with either token alone', async () => {
    const byAccess = await server.person('Mina')
    await logOut(byAccess, {})
    expect(await byAccess.api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    expect(await refusedRefresh(byAccess.refreshToken)).toBe('401 REFRESH_INVALID')

    const byRefresh = await server.person('Mina')
    const { refreshToken } = byRefresh
    await server.api.call(Done, 'POST', '/auth/logout', { refreshToken })
    expect(await byRefresh.api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
  })

  test('accepts an invalid token without ending any session', async () => {
    const mina = await server.person('Mina')
    const refreshToken = 'x'.repeat(43)
    await server.api.call(Done, 'POST', '/auth/logout', { refreshToken })
    await server.api.as('nonsense').call(Done, 'POST', '/auth/logout', {})
    await logOut(mina, { refreshToken: mina.refreshToken })
    await logOut(mina, { refreshToken: mina.refreshToken })
    const again = await server.person('Mina')
    await again.api.get(Profile, '/profile')
  })

  test('does not affect other devices', async () => {
    const desk = await server.person('Mina')
    const phone = await server.person('Mina')
    expect(phone.id).toBe(desk.id)
    await logOut(desk, {})
    await phone.api.get(Profile, '/profile')
    await refresh(phone.refreshToken)
  })
})

describe('a refresh token over HTTP', () => {
  test('works again within the grace period; later it revokes the whole family', async () => {
    const mina = await server.person('Mina')
    const first = await refresh(mina.refreshToken)
    expect((await refresh(mina.refreshToken)).refreshToken).toBe(first.refreshToken)
    server.clock.advance(REUSE_GRACE + 1)
    expect(await refusedRefresh(mina.refreshToken)).toBe('401 REFRESH_INVALID')
    expect(await refusedRefresh(first.refreshToken)).toBe('401 REFRESH_INVALID')
    const api = server.api.as(first.accessToken)
    expect(await api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
  })

  test('has one successor for fifty concurrent requests', async () => {
    const mina = await server.person('Mina')
    const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(mina.refreshToken)))
    expect(new Set(replies.map(({ refreshToken }) => refreshToken)).size).toBe(1)
    await refresh(replies[0]?.refreshToken ?? '')
  })
})

test('sessions and revocations survive a restart', async () => {
  const mina = await server.person('Mina')
  const joe = await server.person('Joe')
  await logOut(joe, {})
  const now = server.clock.now()
  await server.stop()
  server = await start()
  server.clock.set(now + 1000)
  await server.api.as(mina.token).get(Profile, '/profile')
  await refresh(mina.refreshToken)
  expect(await server.api.as(joe.token).refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
  expect(await refusedRefresh(joe.refreshToken)).toBe('401 REFRESH_INVALID')
})
