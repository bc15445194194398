import { afterEach, describe, expect, jest, test } from 'bun:test'
import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import { createJsonRequest } from '#desktop/main/server/api-requests.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { Fetch } from '#desktop/shared/renewing-fetch.ts'
import type { AuthConfig, TokenPair } from '#shared/contract/auth.ts'
import { deferred } from '#tests/support/desktop/session-fixture.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ATTEMPT_TIMEOUT_MS, createSignIn, type SignIn } from './sign-in.ts'

const ISSUER = 'https://id.example'
const CONFIG: AuthConfig = {
  provider: 'local',
  issuer: ISSUER,
  clientId: 'web',
  desktopClientId: 'desktop',
}
const TOKENS: TokenPair = { token: 'access', refreshToken: 'r1' }
type Failure = Exclude<SignInOutcome, 'signedIn'>

const started: SignIn[] = []

/** A sign-in with a fake browser, provider and API. */
function createFixture() {
  const browser: URL[] = []
  const orphans: string[] = []
  const failures: string[] = []
  const plan = {
    config: async () => CONFIG,
    open: async (_idToken: string) => TOKENS,
    openExternal: async () => {},
    exchange: async (): Promise<Response> => {
      const nonce = browser.at(-1)?.searchParams.get('nonce')
      const claims = Buffer.from(JSON.stringify({ nonce })).toString('base64url')
      return Response.json({ id_token: `head.${claims}.mark` })
    },
    discover: async () =>
      Response.json({
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/auth`,
        token_endpoint: `${ISSUER}/token`,
      }),
  }
  const fakeFetch: Fetch = (url) => (url.endsWith('/token') ? plan.exchange() : plan.discover())
  const signIn = createSignIn({
    apiOrigin: 'https://api.example',
    server: {
      config: () => plan.config(),
      open: (idToken) => plan.open(idToken),
      exchange: async () => TOKENS,
    },
    requestJson: createJsonRequest(fakeFetch, new AbortController().signal),
    openExternal: (url) => {
      browser.push(new URL(url))
      return plan.openExternal()
    },
    googleClientSecret: '',
    onOrphanedToken: (refreshToken) => orphans.push(refreshToken),
    onFailure: (reason) => failures.push(reason),
  })
  started.push(signIn)

  /** Requests the callback of an attempt, by default the latest. */
  const callBack = async (answer: Record<string, string> = { code: 'c' }, index = -1) => {
    const url = browser.at(index)
    const back = new URL(url?.searchParams.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({
      state: url?.searchParams.get('state') ?? '',
      ...answer,
    }).toString()
    return (await fetch(back)).text()
  }
  /** Starts an attempt; resolves when the browser was opened. */
  const startAttempt = async (count = 1) => {
    const end = signIn.start('en-US')
    await eventually(() => browser.length === count)
    return { end }
  }
  return { signIn, plan, browser, orphans, failures, callBack, startAttempt }
}

afterEach(() => {
  jest.useRealTimers()
  for (const signIn of started.splice(0)) signIn.stop()
})

describe('signing in through the browser', () => {
  test('returns the tokens and shows a page in the browser', async () => {
    const { startAttempt, callBack, browser, failures } = createFixture()
    const { end } = await startAttempt()
    expect(await callBack()).toContain('You are signed in')
    expect(await end).toEqual({ outcome: 'signedIn', tokens: TOKENS })
    expect(browser).toHaveLength(1)
    expect(browser[0]?.origin).toBe(ISSUER)
    expect(failures).toEqual([])
  })

  test.each<[string, Record<string, string>, Failure, string]>([
    [
      'reports a cancellation at the provider',
      { error: 'access_denied' },
      'cancelled',
      'The sign-in was canceled',
    ],
    ['reports an error of the provider', { error: 'server_error' }, 'failed', 'did not succeed'],
    [
      'rejects another issuer',
      { code: 'c', iss: 'https://evil.example' },
      'failed',
      'did not succeed',
    ],
  ])('%s', async (_name, answer, outcome, text) => {
    const { startAttempt, callBack } = createFixture()
    const { end } = await startAttempt()
    expect(await callBack(answer)).toContain(text)
    expect(await end).toEqual({ outcome })
  })

  test('accepts the expected issuer parameter', async () => {
    const { startAttempt, callBack } = createFixture()
    const { end } = await startAttempt()
    await callBack({ code: 'c', iss: ISSUER })
    expect((await end).outcome).toBe('signedIn')
  })

  test('ignores a callback with another state', async () => {
    const { startAttempt, callBack } = createFixture()
    const { end } = await startAttempt()
    expect(await callBack({ state: 'x', error: 'access_denied' })).toContain(
      'belongs to no sign-in',
    )
    expect(await callBack({ state: 'x', code: 'theirs' })).toContain('belongs to no sign-in')
    await callBack()
    expect((await end).outcome).toBe('signedIn')
  })
})

const unreachable = async () => {
  throw new ApiFailure(0, 'UNREACHABLE', '')
}
const failWith = (status: number, code: string) => async () => {
  throw new ApiFailure(status, code, '')
}

describe('failures before the browser opens', () => {
  test.each<[string, Failure, object]>([
    ['the API is unreachable', 'noResponse', { config: unreachable }],
    ['the API rejects', 'failed', { config: failWith(500, 'INTERNAL') }],
    ['no desktop client', 'failed', { config: async () => ({ ...CONFIG, desktopClientId: '' }) }],
    [
      'the provider is unreachable',
      'noResponse',
      { discover: () => Promise.reject(new TypeError('x')) },
    ],
    [
      'the provider replies with a page',
      'noResponse',
      { discover: async () => new Response('<p>') },
    ],
    ['another provider', 'failed', { discover: async () => Response.json({ issuer: 'x' }) }],
  ])('%s', async (_name, outcome, change) => {
    const { signIn, plan, browser, failures } = createFixture()
    Object.assign(plan, change)
    expect(await signIn.start('en-US')).toEqual({ outcome })
    expect(browser).toEqual([])
    expect(failures).toHaveLength(1)
  })

  test('the browser cannot be opened', async () => {
    const { plan, signIn } = createFixture()
    plan.openExternal = () => Promise.reject(new Error('x'))
    expect(await signIn.start('en-US')).toEqual({ outcome: 'failed' })
  })
})

const PAGE_TEXT: Partial<Record<Failure, string>> = {
  failed: 'did not succeed',
  banned: 'account is closed',
  noResponse: 'did not answer',
}

describe('failures after the browser opened', () => {
  test.each<[string, Failure, object]>([
    [
      'the code is rejected',
      'failed',
      { exchange: async () => Response.json({}, { status: 400 }) },
    ],
    [
      'the provider is unreachable',
      'noResponse',
      { exchange: () => Promise.reject(new TypeError('x')) },
    ],
    ['the API is unreachable', 'noResponse', { open: unreachable }],
    ['the API rejects', 'failed', { open: failWith(401, 'ID_TOKEN_INVALID') }],
    ['the account is banned', 'banned', { open: failWith(403, 'BANNED') }],
    [
      'the API cannot reach the provider',
      'noResponse',
      { open: failWith(503, 'PROVIDER_UNAVAILABLE') },
    ],
  ])('%s', async (_name, outcome, change) => {
    const { startAttempt, plan, callBack, failures } = createFixture()
    Object.assign(plan, change)
    const { end } = await startAttempt()
    const page = await callBack()
    expect(await end).toEqual({ outcome })
    expect(page).toContain(PAGE_TEXT[outcome] ?? outcome)
    expect(failures).toHaveLength(1)
    expect(failures[0]).not.toMatch(/access|r1|127\.0\.0\.1/)
  })
})

describe('aborted attempts', () => {
  test('closes the listener on cancel', async () => {
    const { signIn, startAttempt, callBack } = createFixture()
    const { end } = await startAttempt()
    signIn.cancel()
    expect(await end).toEqual({ outcome: 'cancelled' })
    await expect(callBack()).rejects.toThrow()
  })

  test('does not open the browser after a cancel', async () => {
    const { signIn, plan, browser } = createFixture()
    const config = deferred<AuthConfig>()
    plan.config = () => config.promise
    const end = signIn.start('en-US')
    signIn.cancel()
    expect(await end).toEqual({ outcome: 'cancelled' })
    config.resolve(CONFIG)
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(browser).toEqual([])
  })

  test('replaces an older attempt and rejects its callback', async () => {
    const { startAttempt, callBack, browser } = createFixture()
    const first = await startAttempt()
    const second = await startAttempt(2)
    expect(await first.end).toEqual({ outcome: 'replaced' })
    await expect(callBack({ code: 'c' }, 0)).rejects.toThrow()
    const state = browser[0]?.searchParams.get('state') ?? ''
    expect(await callBack({ code: 'c', state })).toContain('belongs to no sign-in')
    await callBack()
    expect((await second.end).outcome).toBe('signedIn')
  })

  test('times out after five minutes', async () => {
    jest.useFakeTimers()
    const { signIn, plan } = createFixture()
    plan.config = () => new Promise(() => {})
    const end = signIn.start('en-US')
    jest.advanceTimersByTime(ATTEMPT_TIMEOUT_MS - 1)
    let isOver = false
    end.then(() => {
      isOver = true
    })
    await Promise.resolve()
    expect(isOver).toBe(false)
    jest.advanceTimersByTime(1)
    expect(await end).toEqual({ outcome: 'timedOut' })
  })

  test.each<[SignInOutcome, string]>([
    ['cancelled', 'The sign-in was canceled'],
    ['replaced', 'A newer sign-in has begun'],
  ])('%s while the API opens the session revokes the session', async (outcome, text) => {
    const { signIn, plan, startAttempt, callBack, orphans } = createFixture()
    const reached = deferred<void>()
    const tokens = deferred<TokenPair>()
    plan.open = () => {
      reached.resolve()
      return tokens.promise
    }
    const { end } = await startAttempt()
    const page = callBack()
    await reached.promise
    if (outcome === 'cancelled') signIn.cancel()
    else signIn.start('en-US')
    expect((await end).outcome).toBe(outcome)
    expect(await page).toContain(text)
    tokens.resolve(TOKENS)
    await eventually(() => orphans.length === 1)
    expect(orphans).toEqual(['r1'])
  })

  test('closes the final page on stop', async () => {
    const { signIn, plan, startAttempt, callBack } = createFixture()
    plan.open = () => new Promise(() => {})
    const { end } = await startAttempt()
    const page = callBack()
    await new Promise(setImmediate)
    signIn.stop()
    expect((await end).outcome).toBe('cancelled')
    await expect(page).rejects.toThrow()
  })
})
