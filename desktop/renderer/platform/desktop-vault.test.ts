import { describe, expect, test } from 'bun:test'
import type { Renewal, SessionChange, SessionView } from '#desktop/bridge/shapes.ts'
import { ApiFailure, type Reply } from '#desktop/shared/api-failure.ts'
import { desktopVault } from './desktop-vault.ts'
import type { Expiry } from './platform.ts'
import { createSession } from './session.ts'

const NOW = Date.UTC(2026, 10, 21)

/** An access token of `nickname` that expires `seconds` from now. */
function accessToken(nickname: string, seconds: number): string {
  const claims = { id: 1, nickname, exp: NOW / 1000 + seconds }
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.mark`
}

const good = accessToken('미나', 600)
const expired = accessToken('미나', -1)
const view = (token: string | null, isSignedIn = true): SessionView => ({
  isSignedIn,
  accessToken: token,
  tokenStorage: 'keychain',
})

/** A window whose main process renews as `renew` says. */
function openWindow(first: SessionView, renew: (used: string) => Promise<Renewal>) {
  const calls: string[] = []
  const expiries: Expiry[] = []
  let tell = (_news: SessionChange) => {}
  const vault = desktopVault(
    {
      onSession(listener) {
        tell = listener
        return () => {}
      },
      renewSession: (used) => {
        calls.push(`renew ${used}`)
        return renew(used)
      },
      adoptAccess: async (token) => {
        calls.push(`adopt ${token}`)
        return null
      },
      endSession: async () => {
        calls.push('end')
        return null
      },
    },
    first,
  )
  const session = createSession({
    platform: { vault, withLock: (_name, task) => task() },
    renew: () => Promise.reject(new Error('a window has nothing to renew with')),
    onExpired: (expiry) => expiries.push(expiry),
    now: () => NOW,
  })
  const hear = (next: SessionView, expiry: Expiry | null = null) => tell({ ...next, expiry })
  return { session, calls, expiries, hear }
}

const grant = async (): Promise<Renewal> => ({ status: 'renewed', accessToken: good })
const away = async (): Promise<Renewal> => ({ status: 'unreachable' })
const refuse = async (): Promise<Renewal> => ({ status: 'oldRefreshToken' })
const unauthorised: Reply<string> = {
  data: null,
  error: { status: 401, value: { code: 'TOKEN_EXPIRED', message: '' } },
  status: 401,
}
const fine: Reply<string> = { data: 'fine', error: null, status: 200 }

describe('at the start', () => {
  test('nobody is signed in', async () => {
    const { session, calls } = openWindow(view(null, false), grant)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(calls).toEqual([])
  })

  test('an access token that holds is used', async () => {
    const { session, calls } = openWindow(view(good), refuse)
    await session.restore()
    expect(session.state.getState()).toMatchObject({ status: 'user', user: { nickname: '미나' } })
    expect(calls).toEqual([])
  })

  test.each([
    ['that is not known yet', null, 'renew '],
    ['that has expired', expired, `renew ${expired}`],
  ])(
    'one %s is asked of the main process, and nobody is a guest meanwhile',
    async (_, token, call) => {
      const { session, calls } = openWindow(view(token), grant)
      const restoring = session.restore()
      expect(session.state.getState().status).toBe('checking')
      await restoring
      expect(session.state.getState()).toMatchObject({ status: 'user', user: { nickname: '미나' } })
      expect([calls, session.accessToken()]).toEqual([[call], good])
    },
  )

  test('while the server is away it is not known who it is, until the main process says so', async () => {
    const { session, hear } = openWindow(view(null), away)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: true })
    expect(session.accessToken()).toBeNull()
    hear(view(null))
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: true })
    hear(view(good))
    expect(session.state.getState().status).toBe('user')
  })
})

describe('news of the session', () => {
  test('signs in, renews and signs out', async () => {
    const { session, hear } = openWindow(view(null, false), away)
    await session.restore()
    hear(view(good))
    expect(session.state.getState()).toMatchObject({ user: { nickname: '미나' } })
    hear(view(accessToken('Mina', 600)))
    expect(session.state.getState()).toMatchObject({ user: { nickname: 'Mina' } })
    hear(view(null, false))
    expect(session.state.getState()).toEqual({ status: 'guest' })
  })

  test('of one whose token is not known asks for it', async () => {
    const { session, hear, calls } = openWindow(view(null, false), grant)
    await session.restore()
    hear(view(null))
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: false })
    await new Promise<void>((resolve) => session.state.subscribe(() => resolve()))
    expect(session.state.getState().status).toBe('user')
    expect(calls).toEqual(['renew '])
  })

  test('says once why it ended by itself', async () => {
    const { session, hear, expiries } = openWindow(view(expired), refuse)
    hear(view(null, false), 'oldRefreshToken')
    await expect(session.call(async () => unauthorised)).rejects.toBeInstanceOf(ApiFailure)
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(expiries).toEqual(['oldRefreshToken'])
  })
})

describe('a call that is answered 401', () => {
  test('has the session renewed, and is sent again', async () => {
    const { session, calls } = openWindow(view(expired), grant)
    const send = async () => (session.accessToken() === good ? fine : unauthorised)
    expect(await session.call(send)).toBe('fine')
    expect(calls).toEqual([`renew ${expired}`])
    expect(session.state.getState().status).toBe('user')
  })

  test('leaves the session when nobody can be asked', async () => {
    const { session } = openWindow(view(good), () => Promise.reject(new Error('gone')))
    await session.restore()
    await expect(session.call(async () => unauthorised)).rejects.toMatchObject({ status: 401 })
    expect(session.state.getState().status).toBe('user')
  })

  test('logs out when the renewal is refused; why comes as news', async () => {
    const { session, expiries } = openWindow(view(good), refuse)
    await expect(session.call(async () => unauthorised)).rejects.toMatchObject({ status: 401 })
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(expiries).toEqual([])
  })
})

describe('what a window tells the main process', () => {
  test('an access token that a reply carried', async () => {
    const { session, calls } = openWindow(view(good), away)
    const renamed = accessToken('Mina', 600)
    session.adoptAccess(renamed)
    expect(calls).toEqual([`adopt ${renamed}`])
    expect(session.state.getState()).toMatchObject({ user: { nickname: 'Mina' } })
  })

  test('a logout, which leaves nothing to tell the server', () => {
    const { session, calls } = openWindow(view(good), away)
    expect(session.end()).toBeNull()
    expect(calls).toEqual(['end'])
    expect(session.state.getState()).toEqual({ status: 'guest' })
  })
})
