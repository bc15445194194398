import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import {
  type Answer,
  createSessionFixture,
  deferred,
  first,
  granted,
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

describe('signing out', () => {
  test('clears the keychain and notifies the server without waiting', async () => {
    const { session, keychain, plan, ended } = await signedIn()
    plan.logout = () => new Promise(() => {})
    await session.end()
    expect(session.view.getState()).toEqual({
      isSignedIn: false,
      accessToken: null,
      tokenStorage: 'keychain',
    })
    expect(keychain.token).toBeNull()
    expect(ended).toEqual(['r2'])
  })

  test('retries until the server replies', async () => {
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

  test('during a renewal also revokes the rotated token', async () => {
    const { session, keychain, plan, ended } = await signedIn()
    const reply = deferred<Answer>()
    plan.renew = () => reply.promise
    const renewal = session.renew(first)
    await turn()
    await session.end()
    reply.resolve(granted(second, 'r3'))
    expect(await renewal).toEqual({ status: 'ended' })
    await turn()
    expect(ended).toEqual(['r2', 'r3'])
    expect(keychain.token).toBeNull()
    expect(session.view.getState().isSignedIn).toBe(false)
  })

  test('while the rotated token is written clears it afterwards', async () => {
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
    expect(session.view.getState().isSignedIn).toBe(false)
  })

  test('while the keychain is read at the start revokes its token', async () => {
    const { session, keychain, ended } = createSessionFixture('r1')
    const opened = deferred<void>()
    keychain.heldUp = opened.promise
    const restored = session.restore()
    const end = session.end()
    opened.resolve()
    await Promise.all([restored, end])
    await turn()
    expect(ended).toEqual(['r1'])
    expect(keychain.token).toBeNull()
    expect(session.view.getState().isSignedIn).toBe(false)
  })
})

describe('quitting', () => {
  test('leaves no timer and waits for the renewal in flight', async () => {
    const { session, keychain, plan, renewed } = await signedIn()
    const reply = deferred<Answer>()
    plan.renew = () => reply.promise
    session.renew(first)
    await turn()
    const stopped = session.stop()
    reply.resolve(granted(second, 'r3'))
    await stopped
    expect(keychain.token).toBe('r3')
    jest.advanceTimersByTime(1_000_000)
    await turn()
    expect(renewed).toHaveLength(2)
    expect(jest.getTimerCount()).toBe(0)
  })

  test('waits at most five seconds for server and keychain', async () => {
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

  test('waits for the logout request of a sign-out', async () => {
    const { session, plan } = await signedIn()
    const reply = deferred<Answer>()
    plan.logout = () => reply.promise
    session.end()
    let isStopped = false
    session.stop().then(() => {
      isStopped = true
    })
    await turn()
    expect(isStopped).toBe(false)
    reply.resolve({ status: 200, body: { success: true, message: '' } })
    await turn()
    expect(isStopped).toBe(true)
  })
})
