import { describe, expect, test } from 'bun:test'
import { ApiFailure, type Reply } from '#desktop/shared/api-failure.ts'
import type { Expiry, Tokens } from './platform.ts'
import { createSession } from './session.ts'

const NOW = Date.UTC(2026, 10, 21)

/** An access token of `nickname` that expires `seconds` from now. */
function accessToken(nickname: string, seconds: number): string {
  const claims = { id: 1, nickname, exp: NOW / 1000 + seconds }
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.mark`
}

const good: Tokens = { accessToken: accessToken('미나', 600), refreshToken: 'r2' }
const expired: Tokens = { accessToken: accessToken('미나', -1), refreshToken: 'r1' }
const alone = (tokens: Tokens): Tokens => ({ ...tokens, refreshToken: null })

/** A window with `kept` tokens, whose renewals answer as `renew` says. */
function openWindow(kept: Tokens | null, renew: (refreshToken: string) => Promise<Tokens>) {
  const held = { tokens: kept }
  const renewed: string[] = []
  const expiries: Expiry[] = []
  let turn: Promise<unknown> = Promise.resolve()
  const session = createSession({
    platform: {
      vault: {
        read: () => held.tokens,
        write: (tokens) => {
          held.tokens = tokens
        },
        clear: () => {
          held.tokens = null
        },
        onExternalChange: () => () => {},
        delegate: null,
      },
      withLock: (_name, task) => {
        const result = turn.then(task)
        turn = result.catch(() => {})
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
  return { session, held, renewed, expiries }
}

const grant = async () => good
const refuse = async () => {
  throw new ApiFailure(401, 'REFRESH_INVALID', '')
}
const away = async () => {
  throw new ApiFailure(0, 'UNREACHABLE', '')
}
const unauthorised: Reply<string> = {
  data: null,
  error: { status: 401, value: { code: 'TOKEN_EXPIRED', message: '' } },
  status: 401,
}
const fine: Reply<string> = { data: 'fine', error: null, status: 200 }

describe('at the start', () => {
  test('an unexpired access token is used as it is', async () => {
    const { session, renewed } = openWindow(good, refuse)
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: false })
    await session.restore()
    expect(session.state.getState()).toMatchObject({ status: 'user', user: { nickname: '미나' } })
    expect(renewed).toEqual([])
  })

  test('an expired one is renewed', async () => {
    const { session, held, renewed } = openWindow(expired, grant)
    await session.restore()
    expect(session.state.getState().status).toBe('user')
    expect(held.tokens).toEqual(good)
    expect(renewed).toEqual(['r1'])
  })

  test('a refused renewal logs out and says so', async () => {
    const { session, held, expiries } = openWindow(expired, refuse)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(held.tokens).toBeNull()
    expect(expiries).toEqual(['oldRefreshToken'])
  })

  test('an expired one with nothing to renew it by logs out and says so', async () => {
    const { session, held, renewed, expiries } = openWindow(alone(expired), grant)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect([held.tokens, renewed, expiries]).toEqual([null, [], ['noRefreshToken']])
  })

  test('an unexpired one needs no refresh token', async () => {
    const { session, held } = openWindow(alone(good), refuse)
    await session.restore()
    expect(session.state.getState().status).toBe('user')
    session.adoptAccess(accessToken('Mina', 900))
    expect(session.state.getState()).toMatchObject({ user: { nickname: 'Mina' } })
    expect(held.tokens?.refreshToken).toBeNull()
  })

  test('a server that is away ends nothing: the tokens are kept for later', async () => {
    let isAway = true
    const renew = () => (isAway ? away() : grant())
    const { session, held, expiries } = openWindow(expired, renew)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'checking', isHeldUp: true })
    expect(held.tokens).toEqual(expired)
    expect(expiries).toHaveLength(0)
    isAway = false
    await session.restore()
    expect(session.state.getState()).toMatchObject({ status: 'user', user: { nickname: '미나' } })
  })

  test('something that is no token is thrown away', async () => {
    const { session, held } = openWindow({ accessToken: 'x', refreshToken: 'y' }, grant)
    await session.restore()
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(held.tokens).toBeNull()
  })
})

describe('a call that is answered 401', () => {
  const answering = (held: { tokens: Tokens | null }) => async () =>
    held.tokens?.accessToken === good.accessToken ? fine : unauthorised

  test('renews once and is sent again', async () => {
    const { session, held, renewed } = openWindow(expired, grant)
    expect(await session.call(answering(held))).toBe('fine')
    expect(renewed).toEqual(['r1'])
    expect(session.state.getState().status).toBe('user')
  })

  test('many at once share one renewal', async () => {
    const { session, held, renewed } = openWindow(expired, grant)
    const calls = [1, 2, 3, 4].map(() => session.call(answering(held)))
    expect(await Promise.all(calls)).toEqual(['fine', 'fine', 'fine', 'fine'])
    expect(renewed).toEqual(['r1'])
  })

  test('is not sent a third time', async () => {
    const { session, renewed } = openWindow(expired, grant)
    await expect(session.call(async () => unauthorised)).rejects.toMatchObject({ status: 401 })
    expect(renewed).toEqual(['r1'])
  })

  test('logs out when the renewal is refused', async () => {
    const { session, expiries } = openWindow(expired, refuse)
    await expect(session.call(async () => unauthorised)).rejects.toMatchObject({ status: 401 })
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(expiries).toEqual(['oldRefreshToken'])
  })

  test('logs out when there is nothing to renew it by', async () => {
    const { session, held, expiries } = openWindow(alone(expired), grant)
    await expect(session.call(async () => unauthorised)).rejects.toMatchObject({ status: 401 })
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect([held.tokens, expiries]).toEqual([null, ['noRefreshToken']])
  })

  test('after a logout in another window says nothing', async () => {
    const { session, held, expiries } = openWindow(good, refuse)
    await session.restore()
    const send = async () => {
      held.tokens = null
      return unauthorised
    }
    await expect(session.call(send)).rejects.toMatchObject({ status: 401 })
    expect(session.state.getState()).toEqual({ status: 'guest' })
    expect(expiries).toEqual([])
  })

  test('of a guest renews nothing', async () => {
    const { session, renewed, expiries } = openWindow(null, grant)
    await expect(session.call(async () => unauthorised)).rejects.toMatchObject({ status: 401 })
    expect([renewed, expiries]).toEqual([[], []])
  })
})
