import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash, randomBytes } from 'node:crypto'
import { TokenPair } from '#shared/contract/auth.ts'
import { Done } from '#shared/contract/common.ts'
import { conform } from '#tests/support/api-client.ts'
import {
  exchangeCode,
  serverClient,
  signIn,
  startAttempt,
  submitForm,
} from '#tests/support/sign-in.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    limitFactor: 1,
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  })
})
afterAll(() => server.stop())

const post = (body: object, address = '203.0.113.1') =>
  server.api.raw('POST', '/auth/google', { body, headers: { 'x-forwarded-for': address } })

async function idToken(name: string, nonce?: string): Promise<string> {
  const { issuer } = await server.api.authConfig()
  const client = serverClient(server.url)
  if (nonce === undefined) return (await signIn(issuer, client, name)).idToken
  const attempt = startAttempt(issuer, client, { nonce })
  const { leftFor } = await submitForm(attempt, { name, action: 'sign-in' })
  const code = leftFor?.searchParams.get('code') ?? ''
  const reply = await exchangeCode(issuer, client, code, attempt.verifier)
  const { id_token: token = '' }: { id_token?: string } = JSON.parse(await reply.text())
  return token
}

describe('an ID token', () => {
  test('opens one session, whatever is done to its signature', async () => {
    const tokenId = await idToken('Mina')
    const { token } = await server.api.call(TokenPair, 'POST', '/auth/google', { tokenId })
    await server.api.as(token).call(Done, 'POST', '/auth/logout', {})
    expect((await post({ tokenId })).status).toBe(401)
    // Both S and N - S are valid signatures of ECDSA.
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
    const [head, body, signature = ''] = tokenId.split('.')
    const bytes = Buffer.from(signature, 'base64url')
    const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`)
    const twin = (order - s).toString(16).padStart(64, '0')
    const other = Buffer.concat([bytes.subarray(0, 32), Buffer.from(twin, 'hex')])
    const replayed = await post({ tokenId: `${head}.${body}.${other.toString('base64url')}` })
    expect([replayed.status, replayed.body]).toEqual([
      401,
      expect.objectContaining({ code: 'ID_TOKEN_INVALID' }),
    ])
  })

  test('with a bound nonce needs its secret', async () => {
    const secret = randomBytes(32).toString('base64url')
    const bound = `sha256.${createHash('sha256').update(secret).digest('base64url')}`
    const tokenId = await idToken('Mina', bound)
    expect((await post({ tokenId })).status).toBe(401)
    expect((await post({ tokenId, nonce: bound })).status).toBe(401)
    expect((await post({ tokenId, nonce: 'x'.repeat(43) })).status).toBe(401)
    expect((await post({ tokenId, nonce: secret })).status).toBe(200)
    expect((await post({ tokenId, nonce: secret })).status).toBe(401)
  })
})

describe('failed sign-ins', () => {
  test('are limited, and never keep a valid token of the same address out', async () => {
    const address = '203.0.113.2'
    const spent = await idToken('Attacker')
    expect((await post({ tokenId: spent }, address)).status).toBe(200)
    const junk = ['x', 'a.b.c', spent, `${spent}x`]
    const statuses = []
    for (let count = 0; count < 40; count++) {
      statuses.push((await post({ tokenId: junk[count % junk.length] }, address)).status)
    }
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(20).fill(429)])
    const reply = await post({ tokenId: await idToken('Neighbor') }, address)
    expect([reply.status, reply.headers.get('ratelimit-remaining')]).toEqual([200, '18'])
  })
})

test('refreshes of one user do not use up those of a shared address', async () => {
  const address = '203.0.113.77'
  const [busy, neighbor] = [await idToken('Busy'), await idToken('Quiet')]
  const pairs = []
  for (const tokenId of [busy, neighbor]) {
    pairs.push(conform(TokenPair, (await post({ tokenId }, address)).body))
  }
  const [own, other] = pairs
  const refresh = (refreshToken = '') =>
    server.api.raw('POST', '/auth/refresh-token', {
      body: { refreshToken },
      headers: { 'x-forwarded-for': address },
    })
  // Within the grace the same token is accepted again.
  const statuses = []
  for (let count = 0; count < 200; count++) statuses.push((await refresh(own?.refreshToken)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect((await refresh(other?.refreshToken)).status).toBe(200)
})
