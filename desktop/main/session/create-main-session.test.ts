import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import type { Reply } from '#desktop/common/api-failure.ts'
import {
  type Answer,
  accessTokenOf,
  deferred,
  granted,
  refused,
  sessionRig,
} from '#tests/support/desktop/session-rig.ts'

const first = accessTokenOf(1, 1_000)
const second = accessTokenOf(1, 2_000)

/** Lets everything happen that waits for nothing but its turn. */
const turn = async () => {
  for (let step = 0; step < 50; step++) await Promise.resolve()
}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** A session that was restored with the refresh token r1 and renewed to r2. */
async function signedIn() {
  const rig = sessionRig('r1')
  rig.plan.renew = async () => granted(first, 'r2')
  await rig.session.restore()
  rig.news.length = 0
  return rig
}

describe('restoring', () => {
  test('nothing kept is a guest, and nobody is asked', async () => {
    const { session, news, renewed } = sessionRig()
    await session.restore()
    expect(session.view.get()).toEqual({ isSignedIn: false, accessToken: null, keeping: 'kept' })
    expect({ news, renewed }).toEqual({ news: [], renewed: [] })
  })

  test('what is kept is renewed at once; the rotated token is kept', async () => {
    const { session, keychain } = await signedIn()
    expect(session.view.get()).toEqual({ isSignedIn: true, accessToken: first, keeping: 'kept' })
    expect(session.user()?.id).toBe(1)
    expect(keychain.token).toBe('r2')
  })

  test('somebody is signed in as soon as the keychain was read', async () => {
    const { session, plan } = sessionRig('r1')
    plan.renew = () => new Promise(() => {})
    session.restore()
    await turn()
    expect(session.view.get()).toMatchObject({ isSignedIn: true, accessToken: null })
    expect(session.user()).toBeNull()
  })

  test('an unreachable server is asked again after growing pauses', async () => {
    const { session, plan, renewed } = sessionRig('r1')
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
    expect(session.view.get().isSignedIn).toBe(true)
    plan.renew = async () => granted(first, 'r2')
    session.wake()
    await turn()
    expect(session.view.get().accessToken).toBe(first)
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
    const { session, plan, keychain } = sessionRig('r1')
    plan.renew = async () => answer
    await session.restore()
    expect(session.view.get().isSignedIn).toBe(true)
    expect(keychain.token).toBe('r1')
  })

  test('a refused token ends the session, is wiped and told', async () => {
    const { session, plan, keychain, news } = sessionRig('r1')
    plan.renew = async () => refused
    await session.restore()
    expect(keychain.token).toBeNull()
    expect(news.at(-1)).toMatchObject({ isSignedIn: false, expiry: 'oldRefreshToken' })
    expect(news.filter(({ expiry }) => expiry)).toHaveLength(1)
  })

  test.each(['locked', 'missing'] as const)('a %s keychain is said, not thrown', async (state) => {
    const { session, keychain, renewed } = sessionRig('r1')
    keychain.state = state
    await session.restore()
    expect(session.view.get()).toEqual({ isSignedIn: false, accessToken: null, keeping: state })
    expect(renewed).toEqual([])
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
    const { session, keychain, plan } = sessionRig('r1')
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
    expect(session.view.get().accessToken).toBe(first)
    written.resolve()
    await renewal
    expect(keychain.token).toBe('r3')
    expect(session.view.get().accessToken).toBe(second)
  })

  test('a keychain that opens later gets the token with the next renewal', async () => {
    const { session, keychain, plan } = await signedIn()
    keychain.state = 'locked'
    plan.renew = async () => granted(second, 'r3')
    await session.renew(first)
    expect(session.view.get()).toMatchObject({ accessToken: second, keeping: 'locked' })
    keychain.state = 'kept'
    plan.renew = async () => granted(accessTokenOf(1, 3_000), 'r4')
    await session.renew(second)
    expect(keychain.token).toBe('r4')
    expect(session.view.get().keeping).toBe('kept')
  })

  test('nobody signed in has nothing to renew', async () => {
    expect(await sessionRig().session.renew('x')).toEqual({ status: 'ended' })
  })
})

describe('signing out', () => {
  test('wipes, tells the server and does not wait for it', async () => {
    const { session, keychain, plan, ended } = await signedIn()
    plan.logout = () => new Promise(() => {})
    await session.end()
    expect(session.view.get()).toEqual({ isSignedIn: false, accessToken: null, keeping: 'kept' })
    expect(keychain.token).toBeNull()
    expect(ended).toEqual(['r2'])
  })

  test('the server is told again until it hears', async () => {
    const { session, plan, ended } = await signedIn()
    plan.logout = async () => 'away'
    await session.end()
    await turn()
    jest.advanceTimersByTime(15_000)
    await turn()
    expect(ended).toEqual(['r2', 'r2'])
    plan.logout = async () => ({ status: 200, body: { success: true, message: '' } })
    session.wake()
    await turn()
    jest.advanceTimersByTime(100_000)
    await turn()
    expect(ended).toHaveLength(3)
  })

  test('during a renewal: stays signed out, and the rotated token is ended too', async () => {
    const { session, keychain, plan, ended } = await signedIn()
    const answer = deferred<Answer>()
    plan.renew = () => answer.promise
    const renewal = session.renew(first)
    await turn()
    await session.end()
    answer.resolve(granted(second, 'r3'))
    expect(await renewal).toEqual({ status: 'ended' })
    await turn()
    expect(ended).toEqual(['r2', 'r3'])
    expect(keychain.token).toBeNull()
    expect(session.view.get().isSignedIn).toBe(false)
  })

  test('while the rotated token is written: wiped after it', async () => {
    const { session, keychain, plan, ended } = await signedIn()
    const written = deferred<void>()
    keychain.heldUp = written.promise
    plan.renew = async () => granted(second, 'r3')
    const renewal = session.renew(first)
    await turn()
    const end = session.end()
    written.resolve()
    await Promise.all([renewal, end])
    expect(keychain.written.slice(-2)).toEqual(['r3', null])
    expect(ended).toEqual(['r3'])
    expect(session.view.get().isSignedIn).toBe(false)
  })

  test('while the keychain is read at the start: what it held is ended as well', async () => {
    const { session, keychain, ended } = sessionRig('r1')
    const opened = deferred<void>()
    keychain.heldUp = opened.promise
    const restored = session.restore()
    const end = session.end()
    opened.resolve()
    await Promise.all([restored, end])
    await turn()
    expect(ended).toEqual(['r1'])
    expect(keychain.token).toBeNull()
    expect(session.view.get().isSignedIn).toBe(false)
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
    expect(session.view.get().accessToken).toBe(first)
    expect(news).toEqual([])
  })

  test('is dropped after a sign-out', async () => {
    const { session } = await signedIn()
    await session.end()
    session.adopt(first)
    expect(session.view.get().isSignedIn).toBe(false)
  })
})

const unauthorised: Reply<string> = {
  data: null,
  error: { status: 401, value: { code: 'TOKEN_EXPIRED', message: '' } },
  status: 401,
}
const good: Reply<string> = { data: 'good', error: null, status: 200 }

describe('a call as the user', () => {
  test('is renewed once and sent again', async () => {
    const { session, plan } = await signedIn()
    plan.renew = async () => granted(second, 'r3')
    const replies = [unauthorised, good]
    expect(await session.call(async () => replies.shift() ?? good)).toBe('good')
    expect(session.view.get().accessToken).toBe(second)
  })

  test('is not sent again for nobody, for a second 401, or after a sign-out', async () => {
    const guest = sessionRig().session
    await expect(guest.call(async () => unauthorised)).rejects.toMatchObject({ status: 401 })
    const { session, plan } = await signedIn()
    plan.renew = async () => granted(second, 'r3')
    let sent = 0
    const call = async () => {
      sent += 1
      return unauthorised
    }
    await session.call(call).catch(() => {})
    expect(sent).toBe(2)
    plan.renew = async () => {
      session.end()
      return granted(second, 'r4')
    }
    await session.call(call).catch(() => {})
    expect(sent).toBe(3)
  })
})

test('stop leaves no timer, and waits for the renewal that is under way', async () => {
  const { session, keychain, plan, renewed } = await signedIn()
  const answer = deferred<Answer>()
  plan.renew = () => answer.promise
  session.renew(first)
  await turn()
  const stopped = session.stop()
  answer.resolve(granted(second, 'r3'))
  await stopped
  expect(keychain.token).toBe('r3')
  jest.advanceTimersByTime(1_000_000)
  await turn()
  expect(renewed).toHaveLength(2)
  expect(jest.getTimerCount()).toBe(0)
})

test('a quit does not wait long for a server or a keychain that does not answer', async () => {
  const { session, plan } = await signedIn()
  plan.renew = () => new Promise(() => {})
  session.renew(first)
  const stopped = session.stop()
  await turn()
  jest.advanceTimersByTime(5_000)
  await stopped
  await turn()
  expect(jest.getTimerCount()).toBe(0)
})

test('a quit right after a sign-out lets the server hear of it', async () => {
  const { session, plan } = await signedIn()
  const heard = deferred<Answer>()
  plan.logout = () => heard.promise
  session.end()
  let isStopped = false
  session.stop().then(() => {
    isStopped = true
  })
  await turn()
  expect(isStopped).toBe(false)
  heard.resolve({ status: 200, body: { success: true, message: '' } })
  await turn()
  expect(isStopped).toBe(true)
})
