import { describe, expect, test } from 'bun:test'
import { fakeBridge } from '#desktop/bridge/bridge.fixture.ts'
import type { Renewal, SessionView } from '#desktop/bridge/shapes.ts'
import { renewingFetch } from '#desktop/shared/renewing-fetch.ts'
import { desktopVault } from './desktop-vault.ts'
import type { Expiry } from './platform.ts'
import { createSession, type Session } from './session.ts'

const NOW = Date.UTC(2026, 10, 21)

/** An access token of `nickname` that expires `seconds` from now. */
function accessToken(nickname: string, seconds: number, sid = 'first'): string {
  const claims = { id: 1, sid, nickname, exp: NOW / 1000 + seconds }
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.mark`
}

const good = accessToken('미나', 600)
const expired = accessToken('미나', -1)
const view = (token: string | null, isSignedIn = true): SessionView => ({
  isSignedIn,
  accessToken: token,
  tokenStorage: 'keychain',
})

/** A window with a fake main process; `renew` is its renewal. */
function openWindow(first: SessionView, renew: (used: string) => Promise<Renewal>) {
  const expiries: Expiry[] = []
  const { bridge, calls, emit } = fakeBridge({
    'session:renew': renew,
    'session:adopt': () => null,
    'session:end': () => null,
  })
  const vault = desktopVault(bridge, first)
  const session = createSession({
    platform: { vault, withLock: (_name, task) => task() },
    renew: () => Promise.reject(new Error('a window has no refresh token')),
    onExpired: (expiry) => expiries.push(expiry),
    now: () => NOW,
  })
  const publish = (next: SessionView, expiry: Expiry | null = null) =>
    emit('session:changed', { ...next, expiry })
  return { session, calls, expiries, publish }
}

const grant = async (): Promise<Renewal> => ({ status: 'renewed', accessToken: good })
const unreachable = async (): Promise<Renewal> => ({ status: 'unreachable' })
const reject = async (): Promise<Renewal> => ({ status: 'oldRefreshToken' })
/** Status of a request in the session; the server accepts `token`. */
async function request(session: Session, token: string | null): Promise<number> {
  const server = async (_url: string, init?: RequestInit) => {
    const isKnown = new Headers(init?.headers).get('authorization') === `Bearer ${token}`
    return new Response(null, { status: isKnown ? 200 : 401 })
  }
  return (await renewingFetch(server, session)('/profile')).status
}

describe('restore', () => {
  test('is a guest without a session', async () => {
    const { session, calls } = openWindow(view(null, false), grant)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(calls).toEqual([])
  })

  test('uses an unexpired access token', async () => {
    const { session, calls } = openWindow(view(good), reject)
    await session.restore()
    expect(session.state.getState()).toMatchObject({ status: 'user', user: { nickname: '미나' } })
    expect(calls).toEqual([])
  })

  test.each([
    ['missing', null, 'session:renew '],
    ['expired', expired, `session:renew ${expired}`],
  ])(
    'requests a token from the main process when it is %s, and is checking meanwhile',
    async (_, token, call) => {
      const { session, calls } = openWindow(view(token), grant)
      const restoring = session.restore()
      expect(session.state.getState().status).toBe('checking')
      await restoring
      expect(session.state.getState()).toMatchObject({ status: 'user', user: { nickname: '미나' } })
      expect([calls, session.accessToken()]).toEqual([[call], good])
    },
  )

  test('is checking until the main process reports a token', async () => {
    const { session, publish } = openWindow(view(null), unreachable)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: true })
    expect(session.accessToken()).toBeNull()
    publish(view(null))
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: true })
    publish(view(good))
    expect(session.state.getState().status).toBe('user')
  })
})

describe('session changes', () => {
  test('sign in, renew and sign out', async () => {
    const { session, publish } = openWindow(view(null, false), unreachable)
    await session.restore()
    publish(view(good))
    expect(session.state.getState()).toMatchObject({ user: { nickname: '미나' } })
    publish(view(accessToken('Mina', 600)))
    expect(session.state.getState()).toMatchObject({ user: { nickname: 'Mina' } })
    publish(view(null, false))
    expect(session.state.getState()).toEqual({ status: 'guest' })
  })

  test('request a missing access token', async () => {
    const { session, publish, calls } = openWindow(view(null, false), grant)
    await session.restore()
    publish(view(null))
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: false })
    await new Promise<void>((resolve) => session.state.subscribe(() => resolve()))
    expect(session.state.getState().status).toBe('user')
    expect(calls).toEqual(['session:renew '])
  })

  test('report the expiry once', async () => {
    const { session, publish, expiries } = openWindow(view(expired), reject)
    publish(view(null, false), 'oldRefreshToken')
    expect(await request(session, null)).toBe(401)
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(expiries).toEqual(['oldRefreshToken'])
  })
})

describe('a session ended in this window', () => {
  test('is not resumed by a message that was on its way, and a later sign-in is accepted', async () => {
    const { session, publish } = openWindow(view(good), reject)
    await session.restore()
    session.end()
    publish(view(accessToken('미나', 700)))
    expect(session.state.getState()).toEqual({ status: 'guest' })
    publish(view(accessToken('미나', 600, 'second')))
    expect(session.state.getState().status).toBe('user')
  })

  test('is not resumed by a renewal that was under way', async () => {
    const answer = Promise.withResolvers<Renewal>()
    const { session } = openWindow(view(expired), () => answer.promise)
    const restoring = session.restore()
    session.end()
    answer.resolve({ status: 'renewed', accessToken: good })
    await restoring
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(session.accessToken()).toBeNull()
  })
})

describe('a request with a 401 reply', () => {
  test('renews the session and retries', async () => {
    const { session, calls } = openWindow(view(expired), grant)
    expect(await request(session, good)).toBe(200)
    expect(calls).toEqual([`session:renew ${expired}`])
    expect(session.state.getState().status).toBe('user')
  })

  test('does not end the session when the bridge fails', async () => {
    const { session } = openWindow(view(good), () => Promise.reject(new Error('no bridge')))
    await session.restore()
    expect(await request(session, null)).toBe(401)
    expect(session.state.getState().status).toBe('user')
  })

  test('logs out without an expiry when the renewal is rejected', async () => {
    const { session, expiries } = openWindow(view(good), reject)
    expect(await request(session, null)).toBe(401)
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(expiries).toEqual([])
  })
})

test('a renewal that a sign-in has overtaken leaves the new session', async () => {
  const answer = Promise.withResolvers<Renewal>()
  const { session, publish } = openWindow(view(good), () => answer.promise)
  await session.restore()
  const sent = request(session, null)
  publish(view(accessToken('미나', 600, 'second')))
  answer.resolve({ status: 'ended' })
  expect(await sent).toBe(401)
  expect(session.state.getState().status).toBe('user')
})

describe('calls to the main process', () => {
  test('pass on the access token of a reply', async () => {
    const { session, calls } = openWindow(view(good), unreachable)
    const renamed = accessToken('Mina', 600)
    session.adoptAccess(renamed)
    expect(calls).toEqual([`session:adopt ${renamed}`])
    expect(session.state.getState()).toMatchObject({ user: { nickname: 'Mina' } })
  })

  test('end the session without a request of the window', () => {
    const { session, calls } = openWindow(view(good), unreachable)
    expect(session.end()).toBeNull()
    expect(calls).toEqual(['session:end'])
    expect(session.state.getState()).toEqual({ status: 'guest' })
  })
})
