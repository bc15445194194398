import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import {
  base64url,
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from 'jose'
import { systemClock } from '#api/infrastructure/clock.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import { testClock } from '#tests/support/test-clock.ts'
import {
  createIdTokenVerifier,
  googleIssuer,
  LOCAL_ALGORITHM,
  LOCAL_IDENTITY_ISSUER,
  type TrustedIssuer,
  VERIFIED_EMAIL,
} from './id-token.ts'
import { type LocalProvider, startLocalProvider } from './local-provider.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const NOW = Date.parse('2026-11-05T12:00:00Z')
const seconds = NOW / 1000
const genuine = {
  iss: 'https://accounts.google.com',
  aud: 'web-client',
  azp: 'web-client',
  sub: '110169484474386276334',
  email: 'ada@example.com',
  email_verified: true,
  given_name: 'Ada',
  iat: seconds - 10,
  exp: seconds + 3590,
}

let key: CryptoKey
let stranger: CryptoKey
let published: JWK
let spki: string

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  key = pair.privateKey
  // Without `alg`: the verifier decides which algorithm it accepts.
  published = { ...(await exportJWK(pair.publicKey)), kid: 'k1', use: 'sig' }
  spki = await exportSPKI(pair.publicKey)
  stranger = (await generateKeyPair('RS256')).privateKey
})

function verifier(now: number | string = NOW, keys = () => Response.json({ keys: [published] })) {
  const issuers = [googleIssuer(['web-client', 'desktop-client'])]
  return createIdTokenVerifier({ issuers, clock: testClock(now), fetch: async () => keys() })
}

function sign(claims: object, header: object = {}, by: CryptoKey | Uint8Array = key) {
  const full = { alg: 'RS256', kid: 'k1', typ: 'JWT', ...header }
  return new SignJWT({ ...claims }).setProtectedHeader(full).sign(by)
}

async function importPrivate(jwk: JWK, algorithm: string): Promise<CryptoKey> {
  const imported = await importJWK(jwk, algorithm)
  if (imported instanceof Uint8Array) throw new Error('not a private key')
  return imported
}

function unsigned(header: object, claims: object, signature = '') {
  const part = (value: object) => base64url.encode(JSON.stringify(value))
  return `${part(header)}.${part(claims)}.${signature}`
}

const without = (claim: keyof typeof genuine) =>
  Object.fromEntries(Object.entries(genuine).filter(([name]) => name !== claim))

const refused = { ok: false, failure: 'INVALID_TOKEN' } as const
const unverified = { ok: false, failure: 'EMAIL_NOT_VERIFIED' } as const

describe('a valid token', () => {
  test.each([
    ['as Google issues it', {}],
    ['with the issuer’s other spelling', { iss: 'accounts.google.com' }],
    ['for the desktop client', { aud: 'desktop-client', azp: 'desktop-client' }],
    ['for several audiences, with our azp', { aud: ['web-client', 'other'] }],
    ['from a clock a minute ahead', { iat: seconds + 60 }],
    ['that expired within the tolerance', { exp: seconds - 59 }],
  ])('%s identifies the user', async (_name, changes) => {
    expect(await verifier().verify(await sign({ ...genuine, ...changes }))).toMatchObject({
      ok: true,
      identity: {
        issuer: 'https://accounts.google.com',
        subject: genuine.sub,
        email: genuine.email,
        givenName: 'Ada',
        method: 'google',
      },
    })
  })

  test('is identified by its signed part, until the verifier rejects it by its age', async () => {
    const token = await sign({ ...genuine, nonce: 'n', exp: seconds + 600 })
    const signed = token.slice(0, token.lastIndexOf('.'))
    expect(await verifier().verify(token)).toMatchObject({
      token: {
        digest: createHash('sha256').update(signed).digest(),
        expires: (seconds + 660) * 1000,
        nonce: 'n',
      },
    })
    const long = await verifier().verify(await sign({ ...genuine, exp: seconds + 1e6 }))
    expect(long).toMatchObject({ token: { expires: (genuine.iat + 86_460) * 1000 } })
  })

  test('may lack a given name', async () => {
    const result = await verifier().verify(await sign(without('given_name')))
    expect(result).toMatchObject({ ok: true, identity: { givenName: undefined } })
  })
})

describe('rejected claims', () => {
  test.each([
    ['another issuer', { iss: 'https://evil.example' }, refused],
    [
      'an issuer that only begins alike',
      { iss: 'https://accounts.google.com.evil.example' },
      refused,
    ],
    ['another audience', { aud: 'other', azp: 'other' }, refused],
    ['no audience among several', { aud: ['other', 'another'] }, refused],
    [
      'several audiences, with a foreign azp',
      { aud: ['web-client', 'other'], azp: 'other' },
      refused,
    ],
    ['several audiences and no azp', { aud: ['web-client', 'other'], azp: undefined }, refused],
    ['an azp that is not ours', { azp: 'other' }, refused],
    ['expired', { exp: seconds - 60 }, refused],
    ['not yet valid', { nbf: seconds + 61 }, refused],
    ['issued in the future', { iat: seconds + 61 }, refused],
    ['issued long ago', { iat: seconds - 86_461 }, refused],
    ['expiry as text', { exp: String(seconds + 3590) }, refused],
    ['an empty subject', { sub: '' }, refused],
    ['a subject that is no text', { sub: 7 }, refused],
    ['a huge subject', { sub: 'x'.repeat(256) }, refused],
    ['e-mail not verified', { email_verified: false }, unverified],
    ['e-mail verified as text', { email_verified: 'true' }, unverified],
    ['e-mail that is none', { email: 'ada' }, unverified],
    ['e-mail that is no text', { email: { $ne: '' } }, unverified],
  ])('%s', async (_name, changes, result) => {
    expect(await verifier().verify(await sign({ ...genuine, ...changes }))).toEqual(result)
  })

  test.each(['iss', 'aud', 'sub', 'iat', 'exp'] as const)('no %s', async (claim) => {
    expect(await verifier().verify(await sign(without(claim)))).toEqual(refused)
  })

  test.each(['email', 'email_verified'] as const)('no %s', async (claim) => {
    expect(await verifier().verify(await sign(without(claim)))).toEqual(unverified)
  })
})

describe('forged tokens', () => {
  const forgeries: [string, () => string | Promise<string>][] = [
    ['alg none', () => unsigned({ alg: 'none' }, genuine)],
    ['alg None', () => unsigned({ alg: 'None', kid: 'k1' }, genuine)],
    ['no signature', () => unsigned({ alg: 'RS256', kid: 'k1' }, genuine)],
    ['signed by another key under the known id', () => sign(genuine, {}, stranger)],
    ['signed by another key under an unknown id', () => sign(genuine, { kid: 'k2' }, stranger)],
    ['the public key as an HMAC secret', () => sign(genuine, { alg: 'HS256' }, Buffer.from(spki))],
    [
      'the modulus as an HMAC secret',
      () => sign(genuine, { alg: 'HS256' }, base64url.decode(published.n ?? '')),
    ],
    [
      'another algorithm of the same key',
      async () => {
        const { alg: _alg, ...same } = await exportJWK(key)
        return sign(genuine, { alg: 'PS256' }, await importPrivate(same, 'PS256'))
      },
    ],
    ['an access token', () => sign(genuine, { typ: 'at+jwt' })],
    [
      'an unknown critical header',
      () => unsigned({ alg: 'RS256', kid: 'k1', crit: ['x'], x: 1 }, genuine, 'AA'),
    ],
    [
      'a key of its own in the header',
      async () => {
        const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
        return sign(genuine, { jwk: await exportJWK(publicKey) }, privateKey)
      },
    ],
    [
      'changed claims under a genuine signature',
      async () => {
        const [header, , signature] = (await sign(genuine)).split('.')
        const claims = base64url.encode(JSON.stringify({ ...genuine, sub: '1' }))
        return `${header}.${claims}.${signature}`
      },
    ],
    ['huge', async () => sign({ ...genuine, padding: 'x'.repeat(10_000) })],
    ['a megabyte of dots', () => '.'.repeat(1_000_000)],
    ['nothing', () => ''],
    ['garbage', () => 'not.a.token'],
    ['JSON that is no object', () => unsigned({ alg: 'RS256' }, [1, 2])],
  ]
  test.each(forgeries)('%s', async (_name, make) => {
    expect(await verifier().verify(await make())).toEqual(refused)
  })

  test('is rejected without throwing when any character changes', async () => {
    const token = await sign(genuine)
    const subject = verifier()
    const change = fc.tuple(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }))
    await fc.assert(
      fc.asyncProperty(change, async ([at, character]) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1)
        // The last character of a base64url part has unused bits.
        fc.pre(Buffer.from(changed, 'base64url').compare(Buffer.from(token, 'base64url')) !== 0)
        fc.pre(
          changed.split('.').some((part, index) => {
            const whole = token.split('.')[index] ?? ''
            return !Buffer.from(part, 'base64url').equals(Buffer.from(whole, 'base64url'))
          }),
        )
        expect(await subject.verify(changed)).toEqual(refused)
      }),
      { numRuns: 300 },
    )
  })

  test('arbitrary text', async () => {
    const subject = verifier()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect(await subject.verify(text)).toEqual(refused)
      }),
    )
  })
})

describe('the keys of the issuer', () => {
  // jose reads the system clock.
  afterEach(() => setSystemTime())

  test.each([
    ['an error page', () => new Response('busy', { status: 503 })],
    ['no JSON', () => new Response('<html>')],
    ['no keys', () => Response.json({})],
    ['null', () => Response.json(null)],
  ])('count as unavailable when the reply is %s', async (_name, reply) => {
    const failure = { ok: false, failure: 'PROVIDER_UNAVAILABLE' } as const
    expect(await verifier(NOW, reply).verify(await sign(genuine))).toEqual(failure)
  })

  test('are fetched once for concurrent tokens, and again after ten minutes', async () => {
    let loads = 0
    const subject = verifier(NOW, () => {
      loads += 1
      return Response.json({ keys: [published] })
    })
    const token = await sign(genuine)
    await Promise.all(Array.from({ length: 20 }, () => subject.verify(token)))
    expect(loads).toBe(1)
    setSystemTime(Date.now() + 600_001)
    await subject.verify(token)
    expect(loads).toBe(2)
  })

  test('are fetched for unknown key ids at most every 30 seconds', async () => {
    let loads = 0
    const subject = verifier(NOW, () => {
      loads += 1
      return Response.json({ keys: [published] })
    })
    const begin = Date.now()
    for (let second = 0; second < 90; second++) {
      setSystemTime(begin + second * 1_000)
      expect(await subject.verify(await sign(genuine, { kid: `forged-${second}` }))).toEqual(
        refused,
      )
    }
    expect(loads).toBeLessThanOrEqual(4)
    expect(loads).toBeGreaterThan(1)
  })
})

describe('the embedded provider', () => {
  afterEach(() => setSystemTime())
  const clock = testClock(NOW)
  const client = serverClient(ORIGIN)
  const { redirectUri } = client
  let provider: LocalProvider
  const trusted = (): TrustedIssuer => ({
    issuers: [provider.issuer],
    jwksUrl: provider.jwksUrl,
    audiences: ['tidemark'],
    method: 'local',
    algorithms: [LOCAL_ALGORITHM],
    ...VERIFIED_EMAIL,
    identityIssuer: LOCAL_IDENTITY_ISSUER,
    clock: systemClock,
  })
  beforeAll(async () => {
    provider = await startLocalProvider({ port: 0, redirectUri })
  })
  afterAll(() => provider.stop())

  test('has an identity issuer that does not depend on its port', async () => {
    const { idToken } = await signIn(provider.issuer, client, 'ada@example.com')
    const subject = createIdTokenVerifier({ issuers: [trusted()], clock })
    expect(await subject.verify(idToken)).toMatchObject({
      ok: true,
      identity: {
        issuer: 'urn:tidemark:local',
        email: 'ada@example.com',
        givenName: 'ada',
        method: 'local',
      },
    })
  })

  test('issues tokens that other audiences and verifiers reject', async () => {
    const { idToken } = await signIn(provider.issuer, client, 'Ada')
    const narrow = { ...trusted(), audiences: ['another-client'] }
    expect(await createIdTokenVerifier({ issuers: [narrow], clock }).verify(idToken)).toEqual(
      refused,
    )
    expect(await verifier().verify(idToken)).toEqual(refused)
  })

  test('is accepted again after a restart with a new key on the same port', async () => {
    const own = testClock(Date.now())
    const subject = createIdTokenVerifier({ issuers: [{ ...trusted(), clock: own }], clock })
    const before = await signIn(provider.issuer, client, 'Ada')
    expect(await subject.verify(before.idToken)).toMatchObject({ ok: true })

    await provider.stop()
    provider = await startLocalProvider({ port: provider.port, redirectUri })
    const after = await signIn(provider.issuer, client, 'Ada')
    own.advance(30_000)
    setSystemTime(Date.now() + 30_000)
    expect(await subject.verify(after.idToken)).toMatchObject({ ok: true })
    expect(await subject.verify(before.idToken)).toEqual(refused)
  })
})
