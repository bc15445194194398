import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { testClock } from '#tests/support/test-clock.ts'
import { type AccessTokenUser, createAccessTokens } from './access-token.ts'

const NOW = Date.parse('2026-11-05T12:00:00.400Z')
const issued = Math.floor(NOW / 1000)
const secret = Buffer.alloc(32, 7)
const sid = '3f1f4f0e-0000-4000-8000-000000000000'
const ada: AccessTokenUser = {
  id: 7,
  nickname: '에이다',
  email: 'ada@example.com',
  uniqueCode: 'A1B2C3',
  created: '2026-11-01T00:00:00.000Z',
  loginCount: 3,
  lastLogin: '2026-11-05T11:00:00.000Z',
  loginMethod: 'local',
  lastVoteTime: 0,
  points: -12,
  is_admin: 0,
}
const genuine = {
  ...ada,
  sid,
  sub: '7',
  iss: 'tidemark',
  aud: 'tidemark-api',
  nbf: issued,
  exp: issued + 600,
}

function createTestTokens(cacheSize?: number) {
  const clock = testClock(NOW)
  const options = cacheSize === undefined ? {} : { cacheSize }
  return { clock, tokens: createAccessTokens({ secret, clock, ...options }) }
}

function forge(claims: object, header: object = {}, by: Uint8Array = secret) {
  const full = { alg: 'HS256', typ: 'at+jwt', ...header }
  return new SignJWT({ ...claims }).setProtectedHeader(full).sign(by)
}

const invalid = { ok: false, failure: 'invalid' } as const

describe('an access token', () => {
  test('is an at+jwt whose claims are the user, issued on the injected clock', async () => {
    const { tokens } = createTestTokens()
    const token = await tokens.sign(ada, sid)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'at+jwt' })
    expect(decodeJwt(token)).toEqual(genuine)
    expect(await tokens.verify(token)).toEqual({ ok: true, claims: genuine })
  })

  test('from the test helper is accepted when all its claims are valid', async () => {
    expect(await createTestTokens().tokens.verify(await forge(genuine))).toMatchObject({ ok: true })
  })

  test.each([undefined, 0])('expires after ten minutes with a cache of %p', async (cacheSize) => {
    const { tokens, clock } = createTestTokens(cacheSize)
    const token = await tokens.sign(ada, sid)
    await tokens.verify(token)
    clock.set((issued + 600) * 1000 - 1)
    expect(await tokens.verify(token)).toMatchObject({ ok: true })
    clock.advance(1)
    expect(await tokens.verify(token)).toEqual({ ok: false, failure: 'expired' })
    expect(await tokens.verify(token)).toEqual({ ok: false, failure: 'expired' })
  })

  test('issued by an instance with a fast clock is accepted up to five seconds early', async () => {
    const { tokens } = createTestTokens()
    expect(await tokens.verify(await forge({ ...genuine, nbf: issued + 5 }))).toMatchObject({
      ok: true,
    })
    expect(await tokens.verify(await forge({ ...genuine, nbf: issued + 6 }))).toEqual(invalid)
  })

  test('requires a secret of at least 32 bytes', () => {
    const short = { secret: Buffer.alloc(31), clock: testClock(NOW) }
    expect(() => createAccessTokens(short)).toThrow('32 bytes')
  })
})

describe('rejected tokens', () => {
  const part = (value: object) => base64url.encode(JSON.stringify(value))
  const forgeries: [string, () => string | Promise<string>][] = [
    ['alg none', () => `${part({ alg: 'none', typ: 'at+jwt' })}.${part(genuine)}.`],
    ['no signature', () => `${part({ alg: 'HS256', typ: 'at+jwt' })}.${part(genuine)}.`],
    ['another secret', () => forge(genuine, {}, Buffer.alloc(32, 8))],
    ['another type', () => forge(genuine, { typ: 'JWT' })],
    ['no type', () => forge(genuine, { typ: undefined })],
    ['another issuer', () => forge({ ...genuine, iss: 'other' })],
    ['another audience', () => forge({ ...genuine, aud: 'other' })],
    ['a list of audiences', () => forge({ ...genuine, aud: ['tidemark-api'] })],
    ['a subject that is not the id', () => forge({ ...genuine, sub: '8' })],
    ['an id as text', () => forge({ ...genuine, id: '7' })],
    ['an unknown login method', () => forge({ ...genuine, loginMethod: 'magic' })],
    ['is_admin as a boolean', () => forge({ ...genuine, is_admin: true })],
    ['expiry as text', () => forge({ ...genuine, exp: String(issued + 600) })],
    ['huge', () => forge({ ...genuine, nickname: 'x'.repeat(5000) })],
    ['nothing', () => ''],
    ['garbage', () => 'a.b.c'],
    ...Object.keys(genuine).map((claim): [string, () => Promise<string>] => [
      `no ${claim}`,
      () => forge(Object.fromEntries(Object.entries(genuine).filter(([name]) => name !== claim))),
    ]),
  ]
  test.each(forgeries)('%s', async (_name, make_) => {
    const { tokens } = createTestTokens()
    const token = await make_()
    expect(await tokens.verify(token)).toEqual(invalid)
    expect(await tokens.verify(token)).toEqual(invalid)
  })

  test('another algorithm under the right secret', async () => {
    const long = Buffer.alloc(64, 7)
    const tokens = createAccessTokens({ secret: long, clock: testClock(NOW) })
    expect(await tokens.verify(await forge(genuine, {}, long))).toMatchObject({ ok: true })
    expect(await tokens.verify(await forge(genuine, { alg: 'HS512' }, long))).toEqual(invalid)
  })

  test('a token both expired and forged is invalid, not expired', async () => {
    const { tokens, clock } = createTestTokens()
    const token = await forge(genuine, {}, Buffer.alloc(32, 8))
    clock.advance(3_600_000)
    expect(await tokens.verify(token)).toEqual(invalid)
  })

  test('another base64url encoding of the same signature', async () => {
    const { tokens } = createTestTokens()
    const token = await tokens.sign(ada, sid)
    for (const spelling of [`${token}=`, `${token}\n`, ` ${token}`, token.replace('.', ' .')]) {
      expect(await tokens.verify(spelling)).toEqual(invalid)
    }
  })

  test('arbitrary text, and a cached token with a suffix', async () => {
    const { tokens } = createTestTokens()
    const token = await tokens.sign(ada, sid)
    await tokens.verify(token)
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (text) => {
        expect(await tokens.verify(text)).toEqual(invalid)
        expect(await tokens.verify(`${token}.${text}`)).toEqual(invalid)
      }),
    )
  })
})
