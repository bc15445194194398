import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { Profile } from '#shared/contract/profile.ts'
import { signedInAs } from '#tests/support/crowd.ts'
import { nowhere } from '#tests/support/exchange/nowhere.ts'
import { oidcAttempt } from '#tests/support/oidc-client.ts'
import { withoutClose } from '#tests/support/shared-database.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { LOCAL_IDENTITY_ISSUER } from './id-token.ts'

const JWT_SECRET = 'Xk3-the same secret for both servers-9qZ'
const RECEIPT_KEY = 'a3f09b7c51d84e62f7a0c9d3b6e15824'
const PRODUCTION = {
  NODE_ENV: 'production',
  GOOGLE_CLIENT_ID: 'an-id.apps.googleusercontent.com',
  PUBLIC_URL: 'https://tidemark.example',
  PRICE_FEED: 'binance',
  JWT_SECRET,
  RECEIPT_KEY,
  ...nowhere,
}

let database: Database
let server: TestServer
let boss: Person

beforeAll(async () => {
  database = await openTestDatabase()
  const local = await startTestServer({
    database: withoutClose(database),
    environment: { JWT_SECRET, RECEIPT_KEY, PRICE_FEED: 'binance', ...nowhere },
  })
  boss = await local.person('boss@example.com')
  await boss.api.get(Profile, '/profile')
  await local.stop()
  server = await startTestServer({
    database: withoutClose(database),
    environment: PRODUCTION,
  })
})
afterAll(async () => {
  await server.stop()
  await database.close()
})

test('production refuses the access token of a local account', async () => {
  expect(await server.api.as(boss.token).refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
})

test('production refuses to renew the session of a local account', async () => {
  const { refreshToken } = boss
  expect(await server.api.refusal('POST', '/auth/refresh-token', { refreshToken })).toBe(
    '401 REFRESH_INVALID',
  )
})

test('production refuses a local identity at sign-in', async () => {
  const identity = {
    issuer: LOCAL_IDENTITY_ISSUER,
    subject: 'boss@example.com',
    email: 'boss@example.com',
    givenName: 'Boss',
    method: 'local',
  } as const
  expect(server.services.accounts.signIn(identity)).rejects.toMatchObject({
    code: 'ID_TOKEN_INVALID',
  })
})

test('production begins no sign-in, link or repetition at the embedded provider', async () => {
  const { query } = oidcAttempt()
  const path = `/auth/oidc/local/start?${new URLSearchParams(query).toString()}`
  expect(await server.api.refusal('GET', path)).toBe('404 NOT_FOUND')
  expect(await server.api.refusal('GET', '/auth/oidc/local/callback?code=x&state=x')).toBe(
    '404 NOT_FOUND',
  )
  const identity = {
    issuer: 'https://accounts.google.com',
    subject: 'member',
    email: 'member@example.com',
    givenName: 'Member',
    method: 'google',
  } as const
  const member = await signedInAs(server, await server.services.accounts.signIn(identity))
  for (const route of ['identities', 'reauthentication']) {
    const body = { provider: 'local', ...query }
    expect(await member.api.refusal('POST', `/account/${route}/start`, body)).toBe('404 NOT_FOUND')
  }
})
