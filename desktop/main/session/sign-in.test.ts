import { afterEach, describe, expect, jest, test } from 'bun:test'
import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import { createJsonRequest, type Fetch } from '#desktop/main/server/api-requests.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
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

/** Signing in, with browser, provider and API in the hand of the test. */
function fixture() {
  const browser: URL[] = []
  const orphans: string[] = []
  const faults: string[] = []
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
    server: { config: () => plan.config(), open: (idToken) => plan.open(idToken) },
    requestJson: createJsonRequest(fakeFetch, new AbortController().signal),
    openExternal: (url) => {
      browser.push(new URL(url))
      return plan.openExternal()
    },
    googleClientSecret: '',
    onOrphanedToken: (refreshToken) => orphans.push(refreshToken),
    onFailure: (reason) => faults.push(reason),
  })
  started.push(signIn)

  /** The browser comes back from the provider of the latest attempt. */
  const comeBack = async (answer: Record<string, string> = { code: 'c' }, index = -1) => {
    const url = browser.at(index)
    const back = new URL(url?.searchParams.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({
      state: url?.searchParams.get('state') ?? '',
      ...answer,
    }).toString()
    return (await fetch(back)).text()
  }
  /** Begins without waiting for the end. */
  const opened = async (count = 1) => {
    const end = signIn.start('en-US')
    await eventually(() => browser.length === count)
    return { end }
  }
  return { signIn, plan, browser, orphans, faults, comeBack, opened }
}

afterEach(() => {
  jest.useRealTimers()
  for (const signIn of started.splice(0)) signIn.stop()
})

describe('signing in through the browser', () => {
  test('brings the tokens, and the browser a page', async () => {
    const { opened, comeBack, browser, faults } = fixture()
    const { end } = await opened()
    expect(await comeBack()).toContain('You are signed in')
    expect(await end).toEqual({ outcome: 'signedIn', tokens: TOKENS })
    expect(browser).toHaveLength(1)
    expect(browser[0]?.origin).toBe(ISSUER)
    expect(faults).toEqual([])
  })

  test.each<[string, Record<string, string>, Failure, string]>([
    ['cancelled there', { error: 'access_denied' }, 'cancelled', 'The sign-in was cancelled'],
    ['an error there', { error: 'server_error' }, 'failed', 'did not succeed'],
    ['another issuer', { code: 'c', iss: 'https://evil.example' }, 'failed', 'did not succeed'],
  ])('%s', async (_name, answer, outcome, words) => {
    const { opened, comeBack } = fixture()
    const { end } = await opened()
    expect(await comeBack(answer)).toContain(words)
    expect(await end).toEqual({ outcome })
  })

  test('the issuer that says who it is is believed', async () => {
    const { opened, comeBack } = fixture()
    const { end } = await opened()
    await comeBack({ code: 'c', iss: ISSUER })
    expect((await end).outcome).toBe('signedIn')
  })

  test('a foreign answer neither ends nor signs in', async () => {
    const { opened, comeBack } = fixture()
    const { end } = await opened()
    expect(await comeBack({ state: 'x', error: 'access_denied' })).toContain(
      'belongs to no sign-in',
    )
    expect(await comeBack({ state: 'x', code: 'theirs' })).toContain('belongs to no sign-in')
    await comeBack()
    expect((await end).outcome).toBe('signedIn')
  })
})

const away = async () => {
  throw new ApiFailure(0, 'UNREACHABLE', '')
}
const refusing = (status: number, code: string) => async () => {
  throw new ApiFailure(status, code, '')
}

describe('what goes wrong before the browser', () => {
  test.each<[string, Failure, object]>([
    ['the API is away', 'noResponse', { config: away }],
    ['the API refuses', 'failed', { config: refusing(500, 'INTERNAL') }],
    ['no desktop client', 'failed', { config: async () => ({ ...CONFIG, desktopClientId: '' }) }],
    ['the provider is away', 'noResponse', { discover: () => Promise.reject(new TypeError('x')) }],
    ['the provider answers a page', 'noResponse', { discover: async () => new Response('<p>') }],
    ['another provider', 'failed', { discover: async () => Response.json({ issuer: 'x' }) }],
  ])('%s', async (_name, outcome, change) => {
    const { signIn, plan, browser, faults } = fixture()
    Object.assign(plan, change)
    expect(await signIn.start('en-US')).toEqual({ outcome })
    expect(browser).toEqual([])
    expect(faults).toHaveLength(1)
  })

  test('a browser that cannot be opened', async () => {
    const { plan, signIn } = fixture()
    plan.openExternal = () => Promise.reject(new Error('x'))
    expect(await signIn.start('en-US')).toEqual({ outcome: 'failed' })
  })
})

describe('what goes wrong after it', () => {
  test.each<[string, Failure, object]>([
    ['the code is refused', 'failed', { exchange: async () => Response.json({}, { status: 400 }) }],
    ['the provider is away', 'noResponse', { exchange: () => Promise.reject(new TypeError('x')) }],
    ['the API is away', 'noResponse', { open: away }],
    ['the API refuses', 'failed', { open: refusing(401, 'ID_TOKEN_INVALID') }],
    ['the API cannot ask', 'noResponse', { open: refusing(503, 'PROVIDER_UNAVAILABLE') }],
  ])('%s', async (_name, outcome, change) => {
    const { opened, plan, comeBack, faults } = fixture()
    Object.assign(plan, change)
    const { end } = await opened()
    const page = await comeBack()
    expect(await end).toEqual({ outcome })
    expect(page).toContain(outcome === 'failed' ? 'did not succeed' : 'did not answer')
    expect(faults).toHaveLength(1)
    expect(faults[0]).not.toMatch(/access|r1|127\.0\.0\.1/)
  })
})

describe('how an attempt ends early', () => {
  test('cancelled: nothing listens any more', async () => {
    const { signIn, opened, comeBack } = fixture()
    const { end } = await opened()
    signIn.cancel()
    expect(await end).toEqual({ outcome: 'cancelled' })
    await expect(comeBack()).rejects.toThrow()
  })

  test('cancelled before the browser was opened: it never is', async () => {
    const { signIn, plan, browser } = fixture()
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

  test('a newer attempt takes its place, and its answer is not the newer one’s', async () => {
    const { opened, comeBack, browser } = fixture()
    const first = await opened()
    const second = await opened(2)
    expect(await first.end).toEqual({ outcome: 'replaced' })
    await expect(comeBack({ code: 'c' }, 0)).rejects.toThrow()
    const state = browser[0]?.searchParams.get('state') ?? ''
    expect(await comeBack({ code: 'c', state })).toContain('belongs to no sign-in')
    await comeBack()
    expect((await second.end).outcome).toBe('signedIn')
  })

  test('after five minutes', async () => {
    jest.useFakeTimers()
    const { signIn, plan } = fixture()
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
    ['cancelled', 'The sign-in was cancelled'],
    ['replaced', 'A newer sign-in has begun'],
  ])('%s while the API opens the session: it is ended again', async (outcome, words) => {
    const { signIn, plan, opened, comeBack, orphans } = fixture()
    const reached = deferred<void>()
    const tokens = deferred<TokenPair>()
    plan.open = () => {
      reached.resolve()
      return tokens.promise
    }
    const { end } = await opened()
    const page = comeBack()
    await reached.promise
    if (outcome === 'cancelled') signIn.cancel()
    else signIn.start('en-US')
    expect((await end).outcome).toBe(outcome)
    expect(await page).toContain(words)
    tokens.resolve(TOKENS)
    await eventually(() => orphans.length === 1)
    expect(orphans).toEqual(['r1'])
  })

  test('stopped: the last page goes too', async () => {
    const { signIn, plan, opened, comeBack } = fixture()
    plan.open = () => new Promise(() => {})
    const { end } = await opened()
    const page = comeBack()
    await new Promise(setImmediate)
    signIn.stop()
    expect((await end).outcome).toBe('cancelled')
    await expect(page).rejects.toThrow()
  })
})
