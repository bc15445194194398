import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import * as Type from '@sinclair/typebox'
import {
  type Answer,
  accessTokenOf,
  createSessionFixture,
  deferred,
  first,
  granted,
  refused,
  second,
  signedIn,
  turn,
} from '#tests/support/desktop/session-fixture.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('restoring', () => {
  test('starts as a guest without a stored token, without a request', async () => {
    const { session, changes, renewed } = createSessionFixture()
    const seen: boolean[] = []
    session.view.subscribe(() => seen.push(session.isRestored()))
    expect(session.isRestored()).toBe(false)
    await session.restore()
    expect(seen).toEqual([true])
    expect(session.view.getState()).toEqual({
      isSignedIn: false,
      accessToken: null,
      tokenStorage: 'keychain',
    })
    expect({ changes, renewed }).toEqual({ changes: [], renewed: [] })
  })

  test('renews a stored token at once and stores the rotated one', async () => {
    const { session, keychain } = await signedIn()
    expect(session.view.getState()).toEqual({
      isSignedIn: true,
      accessToken: first,
      tokenStorage: 'keychain',
    })
    expect(session.user()?.id).toBe(1)
    expect(session.isRestored()).toBe(true)
    expect(keychain.token).toBe('r2')
  })

  test('is signed in once the keychain was read', async () => {
    const { session, plan } = createSessionFixture('r1')
    plan.renew = () => new Promise(() => {})
    session.restore()
    await turn()
    expect(session.view.getState()).toMatchObject({ isSignedIn: true, accessToken: null })
    expect(session.user()).toBeNull()
    expect(session.isRestored()).toBe(false)
  })

  test('retries an unreachable server with growing delays', async () => {
    const { session, plan, renewed } = createSessionFixture('r1')
    await session.restore()
    for (const [pause, count] of [
      [2_000, 2],
      [4_000, 3],
      [8_000, 4],
    ] as const) {
      jest.advanceTimersByTime(pause - 1)
      await turn()
      expect(renewed).toHaveLength(count - 1)
      jest.advanceTimersByTime(1)
      await turn()
      expect(renewed).toHaveLength(count)
    }
    expect(session.view.getState().isSignedIn).toBe(true)
    plan.renew = async () => granted(first, 'r2')
    session.wake()
    await turn()
    expect(session.view.getState().accessToken).toBe(first)
    jest.advanceTimersByTime(1_000_000)
    await turn()
    expect(renewed).toHaveLength(5)
  })

  test.each<[string, Answer]>([
    ['an error of the server', { status: 500, body: { success: false, code: 'X', message: '' } }],
    ['too many requests', { status: 429, body: { success: false, code: 'X', message: '' } }],
    ['the page of a captive portal', { status: 200, body: '<html>' }],
    ['a 401 that is not of the API', { status: 401, body: 'proxy' }],
  ])('%s does not end the session', async (_name, answer) => {
    const { session, plan, keychain } = createSessionFixture('r1')
    plan.renew = async () => answer
    await session.restore()
    expect(session.view.getState().isSignedIn).toBe(true)
    expect(keychain.token).toBe('r1')
  })

  test('a rejected token ends the session, clears the keychain and is reported', async () => {
    const { session, plan, keychain, changes } = createSessionFixture('r1')
    plan.renew = async () => refused
    await session.restore()
    expect(keychain.token).toBeNull()
    expect(changes.at(-1)).toMatchObject({ isSignedIn: false, expiry: 'oldRefreshToken' })
    expect(changes.filter(({ expiry }) => expiry)).toHaveLength(1)
  })

  test.each(['locked', 'unavailable'] as const)(
    'reports a %s keychain without throwing',
    async (state) => {
      const { session, keychain, renewed } = createSessionFixture('r1')
      keychain.state = state
      await session.restore()
      expect(session.view.getState()).toEqual({
        isSignedIn: false,
        accessToken: null,
        tokenStorage: state,
      })
      expect(renewed).toEqual([])
    },
  )
})

describe('a keychain that is unlocked late', () => {
  /** A restored session whose keychain was locked until `open` is called. */
  async function createLateFixture() {
    const fixture = createSessionFixture('r1')
    let open: (token: string) => void = () => {}
    fixture.keychain.read = async (onLate) => {
      open = onLate ?? open
      return { tokenStorage: 'locked', token: null }
    }
    fixture.plan.renew = async (token) => granted(token === 'r1' ? first : second, 'r2')
    await fixture.session.restore()
    expect(fixture.session.view.getState()).toMatchObject({
      isSignedIn: false,
      tokenStorage: 'locked',
    })
    return { ...fixture, open: () => open('r1') }
  }

  test('signs in after the unlock', async () => {
    const { session, keychain, open } = await createLateFixture()
    open()
    await turn()
    expect(session.view.getState()).toEqual({
      isSignedIn: true,
      accessToken: first,
      tokenStorage: 'keychain',
    })
    expect(keychain.token).toBe('r2')
  })

  test('stays signed out after a sign-out and revokes the stored token', async () => {
    const { session, ended, open } = await createLateFixture()
    await session.end()
    open()
    await turn()
    expect(session.view.getState().isSignedIn).toBe(false)
    expect(ended).toEqual(['r1'])
  })

  test('is ignored while the app quits', async () => {
    const { session, renewed, ended, open } = await createLateFixture()
    await session.stop()
    open()
    await turn()
    expect({ renewed, ended }).toEqual({ renewed: [], ended: [] })
  })

  test('is reported when only the write was late', async () => {
    const { session, keychain, plan } = await signedIn()
    let written: () => void = () => {}
    keychain.write = async (_token, onLate) => {
      written = onLate ?? written
      return 'locked'
    }
    plan.renew = async () => granted(second, 'r3')
    await session.renew(first)
    expect(session.view.getState().tokenStorage).toBe('locked')
    written()
    expect(session.view.getState().tokenStorage).toBe('keychain')
    await session.end()
    written()
    expect(session.view.getState().isSignedIn).toBe(false)
  })
})

describe('a keychain without access at the start', () => {
  test.each([
    ['unavailable', false],
    ['locked', true],
  ] as const)('is read again after a wake-up once it was %s', async (storage, mayPrompt) => {
    const { session, keychain, plan, renewed } = createSessionFixture('r1')
    plan.renew = async () => granted(first, 'r2')
    keychain.state = storage
    await session.restore()
    session.wake(mayPrompt)
    await turn()
    keychain.state = 'keychain'
    for (let times = 0; times < 2; times++) session.wake(mayPrompt)
    await turn()
    expect(session.view.getState()).toEqual({
      isSignedIn: true,
      accessToken: first,
      tokenStorage: 'keychain',
    })
    expect(renewed).toEqual(['r1'])
  })

  test('is not prompted again by a page that appears', async () => {
    const { session, keychain } = createSessionFixture('r1')
    keychain.state = 'locked'
    await session.restore()
    keychain.state = 'keychain'
    session.wake()
    await turn()
    expect(session.view.getState()).toMatchObject({ isSignedIn: false, tokenStorage: 'locked' })
  })

  test('is not read again after a sign-out', async () => {
    const { session, keychain } = createSessionFixture('r1')
    keychain.state = 'locked'
    await session.restore()
    await session.end()
    keychain.state = 'keychain'
    session.wake(true)
    await turn()
    expect(session.view.getState().isSignedIn).toBe(false)
  })
})

describe('renewing', () => {
  test('shares one request between concurrent callers', async () => {
    const { session, plan, renewed } = await signedIn()
    plan.renew = async () => granted(second, 'r3')
    const renewals = await Promise.all([1, 2, 3].map(() => session.renew(first)))
    for (const renewal of renewals) {
      expect(renewal).toEqual({ status: 'renewed', accessToken: second })
    }
    expect(renewed).toEqual(['r1', 'r2'])
  })

  test('returns the current token to a window with an older one', async () => {
    const { session, renewed } = await signedIn()
    expect(await session.renew('older')).toEqual({ status: 'renewed', accessToken: first })
    expect(await session.renew('')).toEqual({ status: 'renewed', accessToken: first })
    expect(renewed).toEqual(['r1'])
  })

  test('waits for the keychain during the start', async () => {
    const { session, keychain, plan } = createSessionFixture('r1')
    const opened = deferred<void>()
    keychain.heldUp = opened.promise
    plan.renew = async () => granted(first, 'r2')
    session.restore()
    const renewal = session.renew('')
    opened.resolve()
    expect(await renewal).toEqual({ status: 'renewed', accessToken: first })
  })

  test('stores the refresh token before it publishes the access token', async () => {
    const { session, keychain, plan } = await signedIn()
    const written = deferred<void>()
    keychain.heldUp = written.promise
    plan.renew = async () => granted(second, 'r3')
    const renewal = session.renew(first)
    await turn()
    expect(session.view.getState().accessToken).toBe(first)
    written.resolve()
    await renewal
    expect(keychain.token).toBe('r3')
    expect(session.view.getState().accessToken).toBe(second)
  })

  test('stores the next token after the keychain was unlocked', async () => {
    const { session, keychain, plan } = await signedIn()
    keychain.state = 'locked'
    plan.renew = async () => granted(second, 'r3')
    await session.renew(first)
    expect(session.view.getState()).toMatchObject({ accessToken: second, tokenStorage: 'locked' })
    keychain.state = 'keychain'
    plan.renew = async () => granted(accessTokenOf(1, 3_000), 'r4')
    await session.renew(second)
    expect(keychain.token).toBe('r4')
    expect(session.view.getState().tokenStorage).toBe('keychain')
  })

  test('ends without a session', async () => {
    expect(await createSessionFixture().session.renew('x')).toEqual({ status: 'ended' })
  })
})

describe('adopt', () => {
  test('takes over a token of the same user', async () => {
    const { session, changes } = await signedIn()
    session.adopt(accessTokenOf(1, 1_000, '미나'))
    expect(session.user()?.nickname).toBe('미나')
    expect(changes).toHaveLength(1)
  })

  test.each([
    ['another user', accessTokenOf(2, 5_000)],
    ['no user', 'nonsense'],
    ['an earlier renewal', accessTokenOf(1, 999)],
  ])('drops a token of %s', async (_name, token) => {
    const { session, changes } = await signedIn()
    session.adopt(token)
    expect(session.view.getState().accessToken).toBe(first)
    expect(changes).toEqual([])
  })

  test('drops a token after a sign-out', async () => {
    const { session } = await signedIn()
    await session.end()
    session.adopt(first)
    expect(session.view.getState().isSignedIn).toBe(false)
  })
})

const unauthorized: Answer = {
  status: 401,
  body: { success: false, code: 'TOKEN_EXPIRED', message: '' },
}
const Good = Type.Object({ good: Type.Literal(true) })
const good: Answer = { status: 200, body: { good: true } }

describe('request', () => {
  test('renews once and retries with the new token', async () => {
    const { session, plan } = await signedIn()
    plan.renew = async () => granted(second, 'r3')
    const used: string[] = []
    plan.request = async (token) => {
      used.push(token)
      return token === second ? good : unauthorized
    }
    expect(await session.request(Good, '/x')).toEqual({ good: true })
    expect(used).toEqual([first, second])
    expect(session.view.getState().accessToken).toBe(second)
  })

  test('does not retry for a guest, after a second 401, or after a sign-out', async () => {
    const guest = createSessionFixture()
    guest.plan.request = async () => unauthorized
    await expect(guest.session.request(Good, '/x')).rejects.toMatchObject({ status: 401 })
    const { session, plan } = await signedIn()
    plan.renew = async () => granted(second, 'r3')
    let sent = 0
    plan.request = async () => {
      sent += 1
      return unauthorized
    }
    await session.request(Good, '/x').catch(() => {})
    expect(sent).toBe(2)
    plan.renew = async () => {
      session.end()
      return granted(second, 'r4')
    }
    await session.request(Good, '/x').catch(() => {})
    expect(sent).toBe(3)
  })

  test('rejects a reply that does not match the schema', async () => {
    const { session, plan } = await signedIn()
    plan.request = async () => ({ status: 200, body: '<p>Welcome</p>' })
    await expect(session.request(Good, '/x')).rejects.toMatchObject({ code: 'UNREACHABLE' })
  })
})
