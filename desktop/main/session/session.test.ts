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
  test('nothing kept is a guest, and nobody is asked', async () => {
    const { session, news, renewed } = createSessionFixture()
    await session.restore()
    expect(session.view.getState()).toEqual({
      isSignedIn: false,
      accessToken: null,
      tokenStorage: 'keychain',
    })
    expect({ news, renewed }).toEqual({ news: [], renewed: [] })
  })

  test('what is kept is renewed at once; the rotated token is kept', async () => {
    const { session, keychain } = await signedIn()
    expect(session.view.getState()).toEqual({
      isSignedIn: true,
      accessToken: first,
      tokenStorage: 'keychain',
    })
    expect(session.user()?.id).toBe(1)
    expect(keychain.token).toBe('r2')
  })

  test('somebody is signed in as soon as the keychain was read', async () => {
    const { session, plan } = createSessionFixture('r1')
    plan.renew = () => new Promise(() => {})
    session.restore()
    await turn()
    expect(session.view.getState()).toMatchObject({ isSignedIn: true, accessToken: null })
    expect(session.user()).toBeNull()
  })

  test('an unreachable server is asked again after growing pauses', async () => {
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
    ['a page of something in between', { status: 200, body: '<html>' }],
    ['a 401 that is not of the API', { status: 401, body: 'proxy' }],
  ])('%s leaves the session as it is', async (_name, answer) => {
    const { session, plan, keychain } = createSessionFixture('r1')
    plan.renew = async () => answer
    await session.restore()
    expect(session.view.getState().isSignedIn).toBe(true)
    expect(keychain.token).toBe('r1')
  })

  test('a refused token ends the session, is wiped and told', async () => {
    const { session, plan, keychain, news } = createSessionFixture('r1')
    plan.renew = async () => refused
    await session.restore()
    expect(keychain.token).toBeNull()
    expect(news.at(-1)).toMatchObject({ isSignedIn: false, expiry: 'oldRefreshToken' })
    expect(news.filter(({ expiry }) => expiry)).toHaveLength(1)
  })

  test.each(['locked', 'unavailable'] as const)(
    'a %s keychain is said, not thrown',
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

describe('a keychain whose person answers late', () => {
  /** A restored session whose keychain was locked until `open` is called. */
  async function lateRig() {
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

  test('is signed in then', async () => {
    const { session, keychain, open } = await lateRig()
    open()
    await turn()
    expect(session.view.getState()).toEqual({
      isSignedIn: true,
      accessToken: first,
      tokenStorage: 'keychain',
    })
    expect(keychain.token).toBe('r2')
  })

  test('stays signed out after a sign-out, and what was kept is ended', async () => {
    const { session, ended, open } = await lateRig()
    await session.end()
    open()
    await turn()
    expect(session.view.getState().isSignedIn).toBe(false)
    expect(ended).toEqual(['r1'])
  })

  test('changes nothing any more when the app is quitting', async () => {
    const { session, renewed, ended, open } = await lateRig()
    await session.stop()
    open()
    await turn()
    expect({ renewed, ended }).toEqual({ renewed: [], ended: [] })
  })

  test('says so when only the writing was late', async () => {
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

describe('renewing', () => {
  test('once however many ask', async () => {
    const { session, plan, renewed } = await signedIn()
    plan.renew = async () => granted(second, 'r3')
    const renewals = await Promise.all([1, 2, 3].map(() => session.renew(first)))
    for (const renewal of renewals) {
      expect(renewal).toEqual({ status: 'renewed', accessToken: second })
    }
    expect(renewed).toEqual(['r1', 'r2'])
  })

  test('a window with an older token is given the present one', async () => {
    const { session, renewed } = await signedIn()
    expect(await session.renew('older')).toEqual({ status: 'renewed', accessToken: first })
    expect(await session.renew('')).toEqual({ status: 'renewed', accessToken: first })
    expect(renewed).toEqual(['r1'])
  })

  test('a window that asks during the start waits for the keychain', async () => {
    const { session, keychain, plan } = createSessionFixture('r1')
    const opened = deferred<void>()
    keychain.heldUp = opened.promise
    plan.renew = async () => granted(first, 'r2')
    session.restore()
    const renewal = session.renew('')
    opened.resolve()
    expect(await renewal).toEqual({ status: 'renewed', accessToken: first })
  })

  test('the new refresh token is in the keychain before its access token is out', async () => {
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

  test('a keychain that opens later gets the token with the next renewal', async () => {
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

  test('nobody signed in has nothing to renew', async () => {
    expect(await createSessionFixture().session.renew('x')).toEqual({ status: 'ended' })
  })
})

describe('an access token that a reply carried', () => {
  test('of the same person is taken over', async () => {
    const { session, news } = await signedIn()
    session.adopt(accessTokenOf(1, 1_000, '미나'))
    expect(session.user()?.nickname).toBe('미나')
    expect(news).toHaveLength(1)
  })

  test.each([
    ['another person', accessTokenOf(2, 5_000)],
    ['nobody', 'nonsense'],
    ['before the last renewal', accessTokenOf(1, 999)],
  ])('of %s is dropped', async (_name, token) => {
    const { session, news } = await signedIn()
    session.adopt(token)
    expect(session.view.getState().accessToken).toBe(first)
    expect(news).toEqual([])
  })

  test('is dropped after a sign-out', async () => {
    const { session } = await signedIn()
    await session.end()
    session.adopt(first)
    expect(session.view.getState().isSignedIn).toBe(false)
  })
})

const unauthorised: Answer = {
  status: 401,
  body: { success: false, code: 'TOKEN_EXPIRED', message: '' },
}
const Good = Type.Object({ good: Type.Literal(true) })
const good: Answer = { status: 200, body: { good: true } }

describe('a question as the user', () => {
  test('is renewed once and sent again with the new token', async () => {
    const { session, plan } = await signedIn()
    plan.renew = async () => granted(second, 'r3')
    const used: string[] = []
    plan.ask = async (token) => {
      used.push(token)
      return token === second ? good : unauthorised
    }
    expect(await session.request(Good, '/x')).toEqual({ good: true })
    expect(used).toEqual([first, second])
    expect(session.view.getState().accessToken).toBe(second)
  })

  test('is not sent again for nobody, for a second 401, or after a sign-out', async () => {
    const guest = createSessionFixture()
    guest.plan.ask = async () => unauthorised
    await expect(guest.session.request(Good, '/x')).rejects.toMatchObject({ status: 401 })
    const { session, plan } = await signedIn()
    plan.renew = async () => granted(second, 'r3')
    let sent = 0
    plan.ask = async () => {
      sent += 1
      return unauthorised
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

  test('takes nothing for an answer but what the contract promises', async () => {
    const { session, plan } = await signedIn()
    plan.ask = async () => ({ status: 200, body: '<p>Welcome</p>' })
    await expect(session.request(Good, '/x')).rejects.toMatchObject({ code: 'UNREACHABLE' })
  })
})
