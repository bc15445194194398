import { afterAll, beforeEach, expect, test } from 'bun:test'
import { finishRedirect, startRedirect } from './redirect-sign-in.ts'

/** The parts of a browser that a redirect uses. */
const stored = new Map<string, string>()
let opened: URL | null = null
const browser = {
  sessionStorage: {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  },
  location: {
    origin: 'https://tidemark.example',
    assign: (url: URL) => {
      opened = url
    },
  },
}
const real = { sessionStorage: globalThis.sessionStorage, location: globalThis.location }

beforeEach(() => {
  Object.assign(globalThis, browser)
  stored.clear()
})
afterAll(() => {
  Object.assign(globalThis, real)
})

/** Begins a sign-in; returns the query of the start. */
async function begin() {
  await startRedirect('https://api.example', 'kakao', '/vote/write', 'ko-KR', null)
  if (!opened) throw new Error('nothing was opened')
  return opened
}

const back = (query: Record<string, string>) =>
  new URL(`https://tidemark.example/login/callback?${new URLSearchParams(query).toString()}`)

test('opens the server with a challenge and keeps the verifier in the tab', async () => {
  const url = await begin()
  expect(url.origin + url.pathname).toBe('https://api.example/api/v1/auth/oidc/kakao/start')
  expect(url.searchParams.get('challenge')).toMatch(/^[\w-]{43}$/)
  expect(url.searchParams.get('locale')).toBe('ko')
  const result = finishRedirect(
    back({ code: 'one-time', state: url.searchParams.get('state') ?? '' }),
  )
  expect(result).toEqual({
    returnTo: '/vote/write',
    kind: 'signIn',
    code: 'one-time',
    verifier: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect('verifier' in result && url.href.includes(result.verifier)).toBe(false)
})

test('says that the browser refuses storage, and opens nothing', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  Object.assign(globalThis, { sessionStorage: { ...browser.sessionStorage, setItem: refuse } })
  opened = null
  const start = startRedirect('https://api.example', 'kakao', '/', 'en-US', null)
  expect([await start, opened]).toEqual(['storage', null])
  Object.assign(globalThis, { sessionStorage: { ...browser.sessionStorage, getItem: refuse } })
  expect(finishRedirect(back({ code: 'x', state: 'y' }))).toMatchObject({ failure: 'storage' })
})

test('refuses the callback of another attempt, and of an attempt that was finished', async () => {
  const url = await begin()
  expect(finishRedirect(back({ code: 'x', state: 'other' }))).toMatchObject({
    failure: 'failed',
  })
  const own = back({ code: 'x', state: url.searchParams.get('state') ?? '' })
  expect(finishRedirect(own)).toEqual({ returnTo: '/', kind: 'signIn', failure: 'failed' })
})

test.each([
  ['cancelled', 'cancelled'],
  ['unavailable', 'providerDown'],
  ['misconfigured', 'misconfigured'],
  ['refused', 'failed'],
  ['unheard', 'failed'],
])('explains the error %s', async (error, failure) => {
  const url = await begin()
  const result = finishRedirect(back({ error, state: url.searchParams.get('state') ?? '' }))
  expect(result).toMatchObject({ returnTo: '/vote/write', failure: expect.stringMatching(failure) })
})

test('a link begins at the address of the API and is known when it comes back', async () => {
  const sent: object[] = []
  const begin = async (provider: string, query: { state: string }) => {
    sent.push({ provider, ...query })
    return `https://id.example/authorize?state=${query.state}`
  }
  const link = { purpose: 'link' as const, sessionId: 'mine', begin }
  await startRedirect('https://api.example', 'kakao', '/settings/account', 'en-US', link)
  expect(opened?.origin).toBe('https://id.example')
  const state = opened?.searchParams.get('state') ?? ''
  expect(sent).toEqual([{ provider: 'kakao', challenge: expect.any(String), state, locale: 'en' }])
  expect(finishRedirect(back({ code: 'x', state }))).toMatchObject({
    returnTo: '/settings/account',
    kind: 'link',
    code: 'x',
  })
})
