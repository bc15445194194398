import { describe, expect, test } from 'bun:test'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { renewingFetch } from '#desktop/shared/renewing-fetch.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Expiry, Tokens } from './platform.ts'
import { createSession } from './session.ts'

const NOW = Date.UTC(2026, 10, 21)

/** An access token of `nickname` that expires `seconds` from now. */
function accessToken(nickname: string, seconds: number, id = 1): string {
  const claims = { id, nickname, exp: NOW / 1000 + seconds }
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.mark`
}

const good: Tokens = { accessToken: accessToken('미나', 600), refreshToken: 'r2' }
const expired: Tokens = { accessToken: accessToken('미나', -1), refreshToken: 'r1' }
const withoutRefresh = (tokens: Tokens): Tokens => ({ ...tokens, refreshToken: null })

/** A window with stored tokens and a fake renewal. */
function openWindow(stored: Tokens | null, renew: (refreshToken: string) => Promise<Tokens>) {
  const vault = { tokens: stored }
  const renewed: string[] = []
  const expiries: Expiry[] = []
  let lock: Promise<unknown> = Promise.resolve()
  let change = () => {}
  const session = createSession({
    platform: {
      vault: {
        read: () => vault.tokens,
        write: (tokens) => {
          vault.tokens = tokens
        },
        clear: () => {
          vault.tokens = null
        },
        onExternalChange: (listener) => {
          change = () => listener(null)
          return () => {}
        },
        delegate: null,
      },
      withLock: (_name, task) => {
        const result = lock.then(task)
        lock = result.catch(() => {})
        return result
      },
    },
    renew: (refreshToken) => {
      renewed.push(refreshToken)
      return renew(refreshToken)
    },
    onExpired: (expiry) => expiries.push(expiry),
    now: () => NOW,
  })
  const sent: string[] = []
  /** Status of a request in the session; `isAccepted` is the server's decision about its token. */
  const request = async (isAccepted: (token: string) => boolean = () => false) => {
    const server = async (_url: string, init?: RequestInit) => {
      const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? ''
      sent.push(token)
      return new Response(null, { status: isAccepted(token) ? 200 : 401 })
    }
    return (await renewingFetch(server, session)('/profile')).status
  }
  return { session, vault, renewed, expiries, sent, request, change: () => change() }
}

const grant = async () => good
const refuse = async () => {
  throw new ApiFailure(401, 'REFRESH_INVALID', '')
}
const unreachable = async () => {
  throw new ApiFailure(0, 'UNREACHABLE', '')
}
const refusedByProxy = async () => {
  throw new ApiFailure(401, 'UNREACHABLE', '')
}

describe('restore', () => {
  test('uses an unexpired access token', async () => {
    const { session, renewed } = openWindow(good, refuse)
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: false })
    await session.restore()
    expect(session.state.getState()).toMatchObject({ status: 'user', user: { nickname: '미나' } })
    expect(renewed).toEqual([])
  })

  test('renews an expired access token', async () => {
    const { session, vault, renewed } = openWindow(expired, grant)
    await session.restore()
    expect(session.state.getState().status).toBe('user')
    expect(vault.tokens).toEqual(good)
    expect(renewed).toEqual(['r1'])
  })

  test('logs out and reports the expiry when the renewal is refused', async () => {
    const { session, vault, expiries } = openWindow(expired, refuse)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(vault.tokens).toBeNull()
    expect(expiries).toEqual(['oldRefreshToken'])
  })

  test('logs out and reports the expiry without a refresh token', async () => {
    const { session, vault, renewed, expiries } = openWindow(withoutRefresh(expired), grant)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect([vault.tokens, renewed, expiries]).toEqual([null, [], ['noRefreshToken']])
  })

  test('needs no refresh token for an unexpired access token', async () => {
    const { session, vault } = openWindow(withoutRefresh(good), refuse)
    await session.restore()
    expect(session.state.getState().status).toBe('user')
    session.adoptAccess(accessToken('Mina', 900))
    expect(session.state.getState()).toMatchObject({ user: { nickname: 'Mina' } })
    expect(vault.tokens?.refreshToken).toBeNull()
  })

  test.each([
    ['no answer', unreachable],
    ['a proxy that answers 401', refusedByProxy],
  ])('keeps the tokens while the server is unreachable: %s', async (_name, fail) => {
    let isUnreachable = true
    const renew = () => (isUnreachable ? fail() : grant())
    const { session, vault, expiries } = openWindow(expired, renew)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: true })
    expect(vault.tokens).toEqual(expired)
    expect(expiries).toHaveLength(0)
    isUnreachable = false
    await session.restore()
    expect(session.state.getState()).toMatchObject({ status: 'user', user: { nickname: '미나' } })
  })

  test.each(['', 'undefined'])('keeps the tokens when a reply has %p as token', async (text) => {
    const { session, vault } = openWindow(expired, async () => ({ ...good, accessToken: text }))
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: true })
    session.adoptAccess(text)
    expect(vault.tokens).toEqual(expired)
  })

  test('discards malformed tokens', async () => {
    const { session, vault } = openWindow({ accessToken: 'x', refreshToken: 'y' }, grant)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(vault.tokens).toBeNull()
  })
})

describe('a request with a 401 reply', () => {
  const isGood = (token: string) => token === good.accessToken

  test('renews the session and is repeated', async () => {
    const { session, request, renewed } = openWindow(expired, grant)
    expect(await request(isGood)).toBe(200)
    expect(renewed).toEqual(['r1'])
    expect(session.state.getState().status).toBe('user')
  })

  test('shares one renewal with concurrent requests', async () => {
    const { request, renewed } = openWindow(expired, grant)
    const statuses = [1, 2, 3, 4].map(() => request(isGood))
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200])
    expect(renewed).toEqual(['r1'])
  })

  test('is repeated only once', async () => {
    const { request, sent, renewed } = openWindow(expired, grant)
    expect(await request()).toBe(401)
    expect([sent.length, renewed]).toEqual([2, ['r1']])
  })

  test('logs out when the renewal is refused', async () => {
    const { session, request, expiries } = openWindow(expired, refuse)
    expect(await request()).toBe(401)
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(expiries).toEqual(['oldRefreshToken'])
  })

  test('logs out without a refresh token', async () => {
    const { session, vault, request, expiries } = openWindow(withoutRefresh(expired), grant)
    expect(await request()).toBe(401)
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect([vault.tokens, expiries]).toEqual([null, ['noRefreshToken']])
  })

  test('reports no expiry after a logout in another window', async () => {
    const { session, vault, request, expiries } = openWindow(good, refuse)
    await session.restore()
    const status = await request(() => {
      vault.tokens = null
      return false
    })
    expect(status).toBe(401)
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(expiries).toEqual([])
  })

  test('renews nothing for a guest', async () => {
    const { request, renewed, expiries } = openWindow(null, grant)
    expect(await request()).toBe(401)
    expect([renewed, expiries]).toEqual([[], []])
  })
})

describe('another person who signs in meanwhile', () => {
  const other: Tokens = { accessToken: accessToken('Other', 600, 2), refreshToken: 'o1' }

  test('does not get the request of the one before repeated', async () => {
    const { session, vault, request, sent } = openWindow(good, refuse)
    await session.restore()
    const status = await request(() => {
      vault.tokens = other
      return false
    })
    expect([status, sent]).toEqual([401, [good.accessToken]])
    expect(session.state.getState()).toMatchObject({ user: { nickname: 'Other' } })
  })

  test.each([
    ['granted', grant],
    ['refused', refuse],
  ])('stays signed in when a renewal under way is %s', async (_name, settle) => {
    const answer = Promise.withResolvers<void>()
    const { session, vault, renewed, expiries } = openWindow(expired, () =>
      answer.promise.then(settle),
    )
    const restoring = session.restore()
    await eventually(() => renewed.length === 1)
    vault.tokens = other
    answer.resolve()
    await restoring
    expect(vault.tokens).toEqual(other)
    expect(session.state.getState()).toMatchObject({ user: { nickname: 'Other' } })
    expect(expiries).toEqual([])
  })
})

describe('end', () => {
  test('returns the refresh token and aborts the requests of the session, not later ones', async () => {
    const { session, vault } = openWindow(good, refuse)
    await session.restore()
    const sent = session.signal()
    expect(session.end()).toBe('r2')
    expect([sent.aborted, session.signal().aborted]).toEqual([true, false])
    expect([vault.tokens, session.state.getState()]).toEqual([null, { status: 'guest' }])
  })

  test.each([
    ['arrives', grant],
    ['is aborted', unreachable],
  ])('stays signed out when a renewal under way %s', async (_name, settle) => {
    const answer = Promise.withResolvers<void>()
    const { session, vault, renewed } = openWindow(expired, () => answer.promise.then(settle))
    const restoring = session.restore()
    await eventually(() => renewed.length === 1)
    session.end()
    answer.resolve()
    await restoring
    expect([vault.tokens, session.state.getState()]).toEqual([null, { status: 'guest' }])
  })
})

describe('a change by another window', () => {
  test('aborts the requests of a person who signed out or was replaced, not at a renewal', async () => {
    const { session, vault, change } = openWindow(good, refuse)
    await session.restore()
    const first = session.signal()
    vault.tokens = { ...good, accessToken: accessToken('Mina', 700) }
    change()
    expect(first.aborted).toBe(false)
    vault.tokens = { ...good, accessToken: accessToken('Other', 600, 2) }
    change()
    const second = session.signal()
    expect([first.aborted, second.aborted]).toEqual([true, false])
    vault.tokens = null
    change()
    expect([second.aborted, session.signal().aborted]).toEqual([true, false])
  })
})
