import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import { createApiClient } from '#desktop/shared/api-client.ts'
import { Profile } from '#shared/contract/profile.ts'
import { fakeKeychain } from '#tests/support/desktop/fake-keychain.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createBrowser, openThrough } from '#tests/support/sign-in.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createMainSession } from './session.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A separate desktop app; `browse` acts as the system browser. */
function createApp(browse: (url: string) => Promise<void>, keychain = fakeKeychain()) {
  const session = createMainSession({
    apiOrigin: server.url,
    fetch,
    keychain,
    openExternal: async (url) => {
      browse(url)
    },
    log: { warn: () => {} },
  })
  const api = createApiClient({
    origin: server.url,
    accessToken: () => session.view.getState().accessToken,
  })
  /** Signs in; returns the refresh token in the keychain. */
  const signIn = async () => {
    const before = keychain.written.length
    expect(await session.signIn('en-US', 'local')).toBe('signedIn')
    await eventually(() => keychain.written.length > before)
    return keychain.token ?? ''
  }
  const nickname = async () => (await session.request(Profile, '/profile')).nickname
  return { session, keychain, api, signIn, nickname }
}

/** Final pages in the browser, with their address. */
const pages: { address: string; text: string }[] = []

/** A browser whose user submits or cancels the form. */
const person = (fields: Record<string, string>) => async (url: string) => {
  const browser = createBrowser()
  const form = await openThrough(browser, url)
  const body = new URLSearchParams(fields)
  const { response, url: address } = await openThrough(browser, form.url, { method: 'POST', body })
  pages.push({ address, text: await response.text() })
}
const ada = person({ name: 'Ada', action: 'sign-in' })

describe('the session on the real API', () => {
  test('signs in, renews, survives a restart and signs out', async () => {
    const { session, keychain, nickname } = createApp(ada)
    expect(await session.signIn('ko-KR', 'local')).toBe('signedIn')
    expect(await nickname()).toBe('Ada')
    expect(session.view.getState()).toMatchObject({ isSignedIn: true, tokenStorage: 'keychain' })
    await eventually(() => pages.length > 0)
    expect(pages[0]?.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/done$/)
    expect(pages[0]?.text).toContain('로그인했습니다')

    const stored = keychain.token
    const used = session.view.getState().accessToken ?? ''
    expect(await session.renew(used)).toMatchObject({ status: 'renewed' })
    expect(keychain.token).not.toBe(stored)

    const restarted = createApp(ada, keychain)
    await restarted.session.restore()
    expect(await restarted.nickname()).toBe('Ada')

    const last = keychain.token ?? ''
    await restarted.session.end()
    expect(keychain.token).toBeNull()
    let status = 0
    const step = async () => {
      status = (await restarted.api.auth['refresh-token'].post({ refreshToken: last })).status
    }
    await eventually(() => status === 401, { step })
    await session.stop()
  })

  test('renews an expired access token during a request', async () => {
    const { session, signIn, nickname } = createApp(ada)
    await signIn()
    const before = session.view.getState().accessToken
    server.clock.advance(11 * 60_000)
    expect(await nickname()).toBe('Ada')
    expect(session.view.getState().accessToken).not.toBe(before)
    await session.stop()
  })

  test('ends a revoked session and clears the keychain', async () => {
    const { session, keychain, api, signIn } = createApp(ada)
    const refreshToken = await signIn()
    const expiries: (string | null)[] = []
    session.onChange(({ expiry }) => expiries.push(expiry))
    await api.auth.logout.post({ refreshToken })
    await expect(session.request(Profile, '/profile')).rejects.toMatchObject({ status: 401 })
    expect(expiries).toEqual(['oldRefreshToken'])
    expect(session.view.getState().isSignedIn).toBe(false)
    expect(keychain.token).toBeNull()
    await session.stop()
  })

  test('a new sign-in ends the previous session', async () => {
    const { session, api, signIn } = createApp(ada)
    const first = await signIn()
    const second = await signIn()
    const stateOf = async (refreshToken: string) =>
      (await api.auth['refresh-token'].post({ refreshToken })).status
    let status = 0
    const step = () => {
      stateOf(first).then((now) => {
        status = now
      })
    }
    await eventually(() => status === 401, { step })
    expect(await stateOf(second)).toBe(200)
    await session.stop()
  })

  test.each<[string, string, SignInOutcome]>([
    ['cancelling the form', 'cancel', 'cancelled'],
    ['submitting the form', 'sign-in', 'signedIn'],
  ])('%s shows the outcome in the browser', async (_name, action, outcome) => {
    const { session } = createApp(person({ name: 'Grace', action }))
    pages.length = 0
    expect(await session.signIn('en-US', 'local')).toBe(outcome)
    await eventually(() => pages.length > 0)
    const text = outcome === 'signedIn' ? 'You are signed in' : 'The sign-in was canceled'
    expect(pages[0]?.text).toContain(text)
    await session.stop()
  })
})
