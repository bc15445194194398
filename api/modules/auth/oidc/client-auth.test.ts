import { afterEach, expect, test } from 'bun:test'
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
import { systemClock } from '#api/infrastructure/clock.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { type OidcStandIn, standInEntry, startOidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { createProviderClient } from './provider-client.ts'
import { readOidcProviders } from './providers.ts'

type IsClient = (body: URLSearchParams, request: Request) => boolean | Promise<boolean>

const REDIRECT = 'https://tidemark.example/api/v1/auth/oidc/kakao/callback'
const SECRET = 'stand-in-secret'
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
type KeyPair = Pick<typeof ec, 'privateKey'>
const pem = ({ privateKey }: KeyPair) =>
  privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

let standIn: OidcStandIn
afterEach(() => standIn.stop())

/** Signs in twice at a provider that accepts clients by `isClient`. @returns subject or failure */
async function signIns(entry: Record<string, unknown>, isClient: IsClient): Promise<string[]> {
  standIn = await startOidcStandIn({
    clientId: 'rest-key',
    clientSecret: SECRET,
    redirectUris: [REDIRECT],
    scopes: ['openid', 'profile', 'email', 'profile_nickname'],
    isClient,
  })
  const list = JSON.stringify([standInEntry(standIn.issuer, { clientSecret: undefined, ...entry })])
  const [provider] = readOidcProviders({
    oidcProviders: list,
    production: false,
    google: null,
  })
  if (!provider) throw new Error('there is no provider')
  const log = createLog('silent')
  const client = createProviderClient({ provider, redirectUri: REDIRECT, log, clock: systemClock })
  const results: string[] = []
  for (let count = 0; count < 2; count++) {
    const secrets = { ...client.newSecrets(), state: randomBytes(16).toString('hex') }
    const address = await client.authorizationUrl(secrets, 'en')
    const answer = await standIn.answer(address)
    const result = client.identify(answer.searchParams, secrets)
    results.push(
      await result.then(
        ({ subject }) => subject,
        ({ reason }) => reason,
      ),
    )
  }
  return results
}

const ACCEPTED = ['4000000001', '4000000001']
const REFUSED = ['misconfigured', 'misconfigured']

test('client_secret_basic: the secret in the header, none in the body', async () => {
  const isClient: IsClient = (body, request) => {
    const [scheme, credentials = ''] = (request.headers.get('authorization') ?? '').split(' ')
    // RFC 6749, 2.3.1: both are form-encoded first.
    const given = atob(credentials).split(':').map(decodeURIComponent)
    return (
      scheme === 'Basic' && given.join(' ') === `rest-key ${SECRET}` && !body.has('client_secret')
    )
  }
  expect(await signIns({ clientAuth: 'basic', clientSecret: SECRET }, isClient)).toEqual(ACCEPTED)
  await standIn.stop()
  expect(await signIns({ clientAuth: 'basic', clientSecret: 'wrong' }, isClient)).toEqual(REFUSED)
})

test('none: a public client sends its id and the PKCE verifier alone', async () => {
  const isClient: IsClient = (body, request) =>
    body.get('client_id') === 'rest-key' &&
    body.has('code_verifier') &&
    !body.has('client_secret') &&
    !body.has('client_assertion') &&
    !request.headers.has('authorization')
  expect(await signIns({ clientAuth: 'none' }, isClient)).toEqual(ACCEPTED)
})

/** Accepts assertions of RFC 7523 that `key` signed, each once. */
function acceptsAssertions(key: typeof ec.publicKey, algorithm: string): IsClient {
  const used = new Set<string>()
  return async (body) => {
    const verified = await jwtVerify(body.get('client_assertion') ?? '', key, {
      issuer: 'rest-key',
      subject: 'rest-key',
      algorithms: [algorithm],
    }).catch(() => null)
    const { jti, aud, exp } = verified?.payload ?? {}
    const audiences = [aud].flat()
    const isFresh = jti !== undefined && !used.has(jti) && exp !== undefined
    used.add(jti ?? '')
    return (
      isFresh &&
      verified?.protectedHeader.kid === 'key-1' &&
      audiences.includes(standIn.issuer) &&
      body.get('client_assertion_type') === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    )
  }
}

test.each([
  ['ES256', ec],
  ['RS256', rsa],
] as const)('private_key_jwt: a new %s assertion for each request', async (algorithm, keys) => {
  const isClient = acceptsAssertions(keys.publicKey, algorithm)
  const entry = { clientAuth: 'private_key_jwt', keyId: 'key-1', privateKey: pem(keys) }
  expect(await signIns(entry, isClient)).toEqual(ACCEPTED)
  await standIn.stop()
  expect(await signIns({ ...entry, privateKey: pem(other) }, isClient)).toEqual(REFUSED)
})

test("Apple: a secret signed with the team's key for each request, and a posted answer", async () => {
  const secrets: string[] = []
  const isClient: IsClient = async (body) => {
    const secret = body.get('client_secret') ?? ''
    secrets.push(secret)
    const verified = await jwtVerify(secret, createPublicKey(ec.privateKey), {
      issuer: 'TEAM123456',
      subject: 'rest-key',
      audience: standIn.issuer,
      algorithms: ['ES256'],
    }).catch(() => null)
    const { iat = 0, exp = 0 } = verified?.payload ?? {}
    // Apple refuses secrets of more than six months.
    return verified?.protectedHeader.kid === 'key-1' && exp > iat && exp - iat <= 15_777_000
  }
  const entry = { kind: 'apple', teamId: 'TEAM123456', keyId: 'key-1', privateKey: pem(ec) }
  expect(await signIns(entry, isClient)).toEqual(ACCEPTED)
  expect(new Set(secrets).size).toBe(2)
  expect(standIn.requests[0]?.get('response_mode')).toBe('form_post')
  expect(standIn.requests[0]?.get('scope')).toBe('openid email')
  await standIn.stop()
  expect(await signIns({ ...entry, privateKey: pem(other) }, isClient)).toEqual(REFUSED)
})

test('Naver: the secret in the body and its own scopes', async () => {
  const isClient: IsClient = (body) => body.get('client_secret') === SECRET
  expect(await signIns({ kind: 'naver', clientSecret: SECRET }, isClient)).toEqual(ACCEPTED)
  expect(standIn.requests[0]?.get('scope')).toBe('openid profile')
})
