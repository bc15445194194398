import { expect, test } from 'bun:test'
import type { IdTokenFailure } from '#api/auth/id-token.ts'
import { errorCode } from '#tests/support/samples.ts'
import { createAuthService } from './service.ts'

const identity = {
  issuer: 'https://accounts.example',
  subject: 's',
  email: 'a@example.com',
  givenName: 'A',
  method: 'google' as const,
}

function setUp({ failure = null as IdTokenFailure | null, isKnown = true } = {}) {
  const ended: string[] = []
  const session = { sessionId: 'session', userId: 7, refreshToken: 'next' }
  const service = createAuthService({
    verifier: { verify: async () => (failure ? { ok: false, failure } : { ok: true, identity }) },
    accounts: { signIn: async () => 7, accessToken: async (id, sid) => `${id} ${sid}` },
    sessions: {
      open: async () => session,
      refresh: async () => (isKnown ? { ok: true, ...session } : { ok: false, failure: 'unknown' }),
      revoke: async (id) => void ended.push(id),
      close: async (token) => void ended.push(token),
    },
  })
  return { service, ended }
}

test('turns an ID token into a session', async () => {
  expect(await setUp().service.signIn('id')).toEqual({ token: '7 session', refreshToken: 'next' })
})

test.each([
  ['INVALID_TOKEN', 'ID_TOKEN_INVALID'],
  ['EMAIL_NOT_VERIFIED', 'EMAIL_NOT_VERIFIED'],
  ['PROVIDER_UNAVAILABLE', 'PROVIDER_UNAVAILABLE'],
] as const)('maps the verifier failure %s to the error %s', async (failure, code) => {
  expect(await errorCode(setUp({ failure }).service.signIn('id'))).toBe(code)
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
  await service.signOut(sid, token)
  expect(ended).toEqual([...expected])
})
