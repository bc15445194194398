import { afterEach, describe, expect, jest, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { TokenPair } from '#shared/contract/auth.ts'
import { deferred } from '#tests/support/desktop/session-fixture.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { ProofCalls } from './session-api.ts'
import { ATTEMPT_TIMEOUT_MS, createSignIn, parseSafeUrl, type SignIn } from './sign-in.ts'

const API = 'https://api.example'
const TOKENS: TokenPair = { token: 'access', refreshToken: 'r1' }
type Failure = Exclude<SignInOutcome, 'signedIn'>

const started: SignIn[] = []

/** A sign-in with a fake browser and API. */
function createFixture() {
  const browser: URL[] = []
  const orphans: string[] = []
  const failures: string[] = []
  const plan = {
    exchange: async (_code: string, _verifier: string) => TOKENS,
    openExternal: async () => {},
  }
  const signIn = createSignIn({
    apiOrigin: API,
    server: { exchange: (code, verifier) => plan.exchange(code, verifier) },
    openExternal: (url) => {
      browser.push(new URL(url))
      return plan.openExternal()
    },
    onOrphanedToken: (refreshToken) => orphans.push(refreshToken),
    onFailure: (reason) => failures.push(reason),
  })
  started.push(signIn)

  /** Requests the callback of an attempt, by default the latest. */
  const callBack = async (answer: Record<string, string> = { code: 'c' }, index = -1) => {
    const start = browser.at(index)?.searchParams
    const back = new URL(`http://127.0.0.1:${start?.get('port')}/callback`)
    back.search = new URLSearchParams({ state: start?.get('state') ?? '', ...answer }).toString()
    return (await fetch(back)).text()
  }
  /** Starts an attempt; resolves when the browser was opened. */
  const startAttempt = async (count = 1) => {
    const end = signIn.start('en-US', 'kakao')
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
    expect(failures).toEqual([])
  })

  test('begins at the API with the challenge of a verifier that stays here', async () => {
    const { startAttempt, callBack, browser, plan } = createFixture()
    const exchanged: string[][] = []
    plan.exchange = async (...proof) => {
      exchanged.push(proof)
      return TOKENS
    }
    await startAttempt()
    await callBack()
    const [start] = browser
    expect(`${start?.origin}${start?.pathname}`).toBe(`${API}/api/v1/auth/oidc/kakao/start`)
    const { challenge, state, port, locale, ...more } = Object.fromEntries(
      start?.searchParams ?? [],
    )
    const [code, verifier = ''] = exchanged[0] ?? []
    expect(code).toBe('c')
    expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'))
    expect([state, verifier].map((text) => /^[\w-]{43}$/.test(text ?? ''))).toEqual([true, true])
    expect([Number(port) > 1023, locale, more]).toEqual([true, 'en', {}])
    expect(start?.href).not.toContain(verifier)
  })

  test.each<[string, Record<string, string>, Failure, string]>([
    [
      'reports a cancellation at the provider',
      { error: 'cancelled' },
      'cancelled',
      'The sign-in was canceled',
    ],
    ['reports a refusal of the provider', { error: 'refused' }, 'failed', 'did not succeed'],
    ['reports an unknown error', { error: 'constructor' }, 'failed', 'did not succeed'],
    [
      'reports that the provider is down',
      { error: 'unavailable' },
      'providerDown',
      'The sign-in provider did not answer',
    ],
    ['reports a mistake', { error: 'misconfigured' }, 'misconfigured', 'not set up correctly'],
  ])('%s', async (_name, answer, outcome, text) => {
    const { startAttempt, callBack } = createFixture()
    const { end } = await startAttempt()
    expect(await callBack(answer)).toContain(text)
    expect(await end).toEqual({ outcome })
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

/** The calls of a session that links. */
const linkCalls = (change: Partial<ProofCalls> = {}): ProofCalls => ({
  start: async ({ state, port }) => `https://id.example/auth?state=${state}&port=${port}`,
  code: async () => {},
  ...change,
})

describe('failures before the browser opens', () => {
  test.each<[string, Failure, ProofCalls['start']]>([
    ['the API is unreachable', 'noResponse', unreachable],
    ['the API rejects', 'failed', failWith(500, 'INTERNAL')],
    ['the API asks for a recent sign-in', 'reauthenticate', failWith(403, 'REAUTHENTICATE')],
    ['the address is not on https', 'failed', async () => 'http://id.example/auth'],
    ['the address is no page', 'failed', async () => 'ms-settings:'],
  ])('%s', async (_name, outcome, start) => {
    const { signIn, browser, failures } = createFixture()
    expect(await signIn.start('en-US', 'kakao', linkCalls({ start }))).toEqual({ outcome })
    expect(browser).toEqual([])
    expect(failures).toHaveLength(1)
  })

  test('the browser cannot be opened', async () => {
    const { plan, signIn } = createFixture()
    plan.openExternal = () => Promise.reject(new Error('x'))
    expect(await signIn.start('en-US', 'kakao')).toEqual({ outcome: 'failed' })
  })
})

const PAGE_TEXT: Partial<Record<Failure, string>> = {
  failed: 'did not succeed',
  banned: 'account is closed',
  noResponse: 'did not answer',
}

describe('failures after the browser opened', () => {
  test.each<[string, Failure, () => Promise<TokenPair>]>([
    ['the API is unreachable', 'noResponse', unreachable],
    ['the API rejects', 'failed', failWith(401, 'ID_TOKEN_INVALID')],
    ['the account is banned', 'banned', failWith(403, 'BANNED')],
    ['the API is not ready', 'noResponse', failWith(503, 'NOT_READY')],
  ])('%s', async (_name, outcome, exchange) => {
    const { startAttempt, plan, callBack, failures } = createFixture()
    plan.exchange = exchange
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

  test.each(['at once', 'while the API begins a link'])(
    'does not open the browser after a cancel %s',
    async (moment) => {
      const { signIn, browser } = createFixture()
      const [reached, url] = [deferred<void>(), deferred<string>()]
      const start = () => {
        reached.resolve()
        return url.promise
      }
      const end = signIn.start('en-US', 'kakao', linkCalls({ start }))
      if (moment !== 'at once') await reached.promise
      signIn.cancel()
      expect(await end).toEqual({ outcome: 'cancelled' })
      url.resolve('https://id.example/auth')
      for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate)
      expect(browser).toEqual([])
    },
  )

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
    const { signIn } = createFixture()
    const end = signIn.start('en-US', 'kakao')
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
    plan.exchange = () => {
      reached.resolve()
      return tokens.promise
    }
    const { end } = await startAttempt()
    const page = callBack()
    await reached.promise
    if (outcome === 'cancelled') signIn.cancel()
    else signIn.start('en-US', 'kakao')
    expect((await end).outcome).toBe(outcome)
    expect(await page).toContain(text)
    tokens.resolve(TOKENS)
    await eventually(() => orphans.length === 1)
    expect(orphans).toEqual(['r1'])
  })

  test('closes the final page on stop', async () => {
    const { signIn, plan, startAttempt, callBack } = createFixture()
    plan.exchange = () => new Promise(() => {})
    const { end } = await startAttempt()
    const page = callBack()
    await new Promise(setImmediate)
    signIn.stop()
    expect((await end).outcome).toBe('cancelled')
    await expect(page).rejects.toThrow()
  })
})

describe('parseSafeUrl', () => {
  test.each([
    'https://accounts.google.com/x',
    'http://127.0.0.1:3001/auth',
    'http://[::1]:3001/auth',
    'http://localhost:3001/auth',
  ])('accepts %s', (address) => {
    expect(parseSafeUrl(address)?.href).toBe(address)
  })

  test.each([
    'http://accounts.google.com/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'https://user:word@accounts.google.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:',
    'nonsense',
  ])('rejects %p', (address) => {
    expect(parseSafeUrl(address)).toBeNull()
  })
})
