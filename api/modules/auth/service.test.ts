import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { ApiError } from '#api/infrastructure/errors.ts'
import { errorCode } from '#tests/support/samples.ts'
import type { IdTokenFailure } from './id-token.ts'
import { createAuthService } from './service.ts'

const identity = {
  issuer: 'https://accounts.example',
  subject: 's',
  email: 'a@example.com',
  givenName: 'A',
  method: 'google' as const,
}

const token = { digest: new Uint8Array(32), expires: 1, nonce: undefined as string | undefined }

interface Given {
  failure?: IdTokenFailure
  isKnown?: boolean
  nonce?: string
  isSpent?: boolean
  isBanned?: boolean
}

function setUp({ failure, isKnown = true, nonce, isSpent = false, isBanned = false }: Given = {}) {
  let isTokenKnown = false
  const ended: string[] = []
  const session = { sessionId: 'session', userId: 7, refreshToken: 'next' }
  const service = createAuthService({
    verifier: {
      verify: async () =>
        failure ? { ok: false, failure } : { ok: true, identity, token: { ...token, nonce } },
    },
    spentTokens: {
      isKnown: () => isTokenKnown,
      spend: async () => {
        const isFirst = !isSpent && !isTokenKnown
        isTokenKnown = true
        return isFirst
      },
    },
    accounts: { signIn: async () => 7, accessToken: async (id, sid) => `${id} ${sid}` },
    sessions: {
      open: async () => {
        if (isBanned) throw new ApiError('BANNED')
        return session
      },
      refresh: async () => (isKnown ? { ok: true, ...session } : { ok: false, failure: 'unknown' }),
      revoke: async (id) => void ended.push(id),
      close: async (token) => ended.push(token) > 0 && isKnown,
    },
    banMessage: async () => 'Spam in every thread.',
  })
  const signIn = async (body: { nonce?: string } = {}) =>
    service.signIn(await service.verify({ tokenId: 'id', ...body }))
  return { service, ended, signIn }
}

test('refuses a banned user with the reason of the moderator', async () => {
  const refused = setUp({ isBanned: true }).signIn()
  expect(refused).rejects.toMatchObject({
    code: 'BANNED',
    message: expect.stringContaining('Spam in every thread.'),
  })
})

test('turns an ID token into a session', async () => {
  expect(await setUp().signIn()).toEqual({ token: '7 session', refreshToken: 'next' })
})

test('accepts an ID token once, here and after another instance', async () => {
  const { signIn } = setUp()
  await signIn()
  expect(await errorCode(signIn())).toBe('ID_TOKEN_INVALID')
  expect(await errorCode(setUp({ isSpent: true }).signIn())).toBe('ID_TOKEN_INVALID')
})

const SECRET = 'a secret of at least thirty-two characters'
const BOUND = `sha256.${createHash('sha256').update(SECRET).digest('base64url')}`

test.each([
  ['a bound nonce with its secret', BOUND, SECRET, true],
  ['a bound nonce without a secret', BOUND, undefined, false],
  ['a bound nonce with another secret', BOUND, `${SECRET}x`, false],
  ['the bound nonce itself as secret', BOUND, BOUND, false],
  ['no nonce, as of older clients', undefined, undefined, true],
  ['a plain nonce, as of older clients', 'n', undefined, true],
  ['no nonce with a secret', undefined, SECRET, false],
  ['a plain nonce with itself', SECRET, SECRET, false],
])('checks %s', async (_, nonce, secret, isAccepted) => {
  const { signIn } = setUp(nonce === undefined ? {} : { nonce })
  const code = await signIn(secret === undefined ? {} : { nonce: secret }).then(
    () => 'accepted',
    (error) => error.code,
  )
  expect(code).toBe(isAccepted ? 'accepted' : 'ID_TOKEN_INVALID')
})

const LINK = `link.${createHash('sha256').update(`${SECRET}.mine`).digest('base64url')}`

test.each([
  ['its secret, in its session', LINK, SECRET, 'mine', 'a@example.com'],
  ['its secret, in another session', LINK, SECRET, 'other', 'LINK_INVALID'],
  ['another secret', LINK, `${SECRET}x`, 'mine', 'LINK_INVALID'],
  ['the nonce of a sign-in', BOUND, SECRET, 'mine', 'LINK_INVALID'],
])('links by an ID token with %s', async (_, nonce, secret, session, result) => {
  const { service } = setUp({ nonce })
  const link = () => service.verifyLink({ tokenId: 'id', nonce: secret }, session)
  expect(
    await link().then(
      ({ email }) => email,
      ({ code }) => code,
    ),
  ).toBe(result)
  expect(
    await link().then(
      ({ email }) => email,
      ({ code }) => code,
    ),
  ).toBe('LINK_INVALID')
})

test.each([SECRET, undefined])('the ID token of a link signs nobody in (%p)', async (secret) => {
  const { signIn } = setUp({ nonce: LINK })
  expect(await errorCode(signIn(secret === undefined ? {} : { nonce: secret }))).toBe(
    'ID_TOKEN_INVALID',
  )
})

test.each([
  ['INVALID_TOKEN', 'ID_TOKEN_INVALID'],
  ['EMAIL_NOT_VERIFIED', 'EMAIL_NOT_VERIFIED'],
  ['PROVIDER_UNAVAILABLE', 'PROVIDER_UNAVAILABLE'],
] as const)('maps the verifier failure %s to the error %s', async (failure, code) => {
  expect(await errorCode(setUp({ failure }).signIn())).toBe(code)
})

test('rotates a refresh token and rejects an unknown one', async () => {
  const rotated = { accessToken: '7 session', refreshToken: 'next' }
  expect(await setUp().service.refresh('one')).toEqual(rotated)
  expect(await errorCode(setUp({ isKnown: false }).service.refresh('one'))).toBe('REFRESH_INVALID')
})

test.each([
  [null, undefined, []],
  ['session', undefined, ['session']],
  [null, 'refresh', ['refresh']],
  ['session', 'refresh', ['session', 'refresh']],
] as const)('signs out session %p and refresh token %p', async (sid, token, expected) => {
  const { service, ended } = setUp()
  expect(await service.signOut(sid, token)).toBe(expected.length > 0)
  expect(ended).toEqual([...expected])
})
