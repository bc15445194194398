import { afterEach, describe, expect, jest, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import { eventually } from '#tests/support/eventually.ts'
import { type Answer, type Loopback, openLoopback } from './loopback.ts'

const STATE = 'the-state-of-this-attempt'
const opened: Loopback[] = []

/** A listener with the answers that it received. */
async function createFixture() {
  const loopback = await openLoopback(STATE, 'en-US')
  opened.push(loopback)
  const answers: Answer[] = []
  loopback.answer.then((answer) => answers.push(answer))
  const origin = `http://127.0.0.1:${loopback.port}`
  const get = (path: string, init?: RequestInit) =>
    fetch(`${origin}${path}`, { redirect: 'manual', ...init })
  return { loopback, answers, origin, get }
}

afterEach(() => {
  jest.useRealTimers()
  for (const loopback of opened.splice(0)) loopback.close()
})

const CALLBACK = `/callback?state=${STATE}&code=the-code`

describe('openLoopback', () => {
  test('listens on a free port of 127.0.0.1 only', async () => {
    const { loopback, get } = await createFixture()
    expect((await get('/callback')).status).toBe(400)
    const reached = await new Promise((resolve) => {
      const socket = connect(loopback.port, '127.0.0.2')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    expect(reached).toBe(false)
  })

  test('returns the code, redirects to a clean address and shows the outcome', async () => {
    const { loopback, answers, get, origin } = await createFixture()
    const callback = get(CALLBACK)
    expect(await loopback.answer).toEqual({ code: 'the-code' })
    loopback.end('signedIn')
    const onward = await callback
    expect(onward.status).toBe(303)
    expect(onward.headers.get('location')).toBe('/done')
    expect(await onward.text()).toBe('')
    const done = await get('/done')
    expect(done.status).toBe(200)
    expect(await done.text()).toContain('You are signed in')
    await loopback.closed
    await expect(fetch(`${origin}/done`)).rejects.toThrow()
    expect(answers).toHaveLength(1)
  })

  test.each([
    ['an error', `/callback?state=${STATE}&error=access_denied`, { error: 'access_denied' }],
    ['neither code nor error', `/callback?state=${STATE}`, { error: 'nothing' }],
    ['two codes', `/callback?state=${STATE}&code=a&code=b`, { error: 'nothing' }],
  ])('returns %s', async (_name, path, answer) => {
    const { loopback, get } = await createFixture()
    get(path).catch(() => {})
    expect(await loopback.answer).toEqual({ ...answer })
  })

  test.each([
    ['another path', '/', {}, 404],
    ['an icon', '/favicon.ico', {}, 404],
    ['the final page before the callback', '/done', {}, 404],
    ['a longer path', `/callback/x?state=${STATE}&code=x`, {}, 404],
    ['no state', '/callback?code=x', {}, 400],
    ['another state', '/callback?state=guessed&code=x', {}, 400],
    ['another state with a refusal', '/callback?state=guessed&error=access_denied', {}, 400],
    ['two states', `${CALLBACK}&state=${STATE}`, {}, 400],
    ['a form', CALLBACK, { method: 'POST' }, 405],
    ['a HEAD request', CALLBACK, { method: 'HEAD' }, 405],
    ['another host', CALLBACK, { headers: { host: 'rebound.example' } }, 421],
    ['localhost', CALLBACK, { headers: { host: 'localhost' } }, 421],
  ])('rejects %s and continues to listen', async (_name, path, init, status) => {
    const { loopback, answers, get } = await createFixture()
    const rejected = await get(path, init)
    expect(rejected.status).toBe(status)
    const page = await rejected.text()
    expect(page).not.toContain(STATE)
    expect(page).not.toContain('You are signed in')
    expect(answers).toEqual([])
    get(CALLBACK).catch(() => {})
    expect(await loopback.answer).toEqual({ code: 'the-code' })
  })

  test('ignores every query without the state', async () => {
    const { answers, get } = await createFixture()
    const parameter = fc.tuple(fc.constantFrom('state', 'code', 'error', 'iss'), fc.string())
    await fc.assert(
      fc.asyncProperty(fc.array(parameter, { maxLength: 6 }), async (parameters) => {
        const response = await get(`/callback?${new URLSearchParams(parameters)}`)
        expect(response.status).toBe(400)
        expect(answers).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('replies to a reloaded page in the same way', async () => {
    const { loopback, get } = await createFixture()
    const both = [get(CALLBACK), get(CALLBACK)]
    await loopback.answer
    loopback.end('failed')
    const [first, again] = await Promise.all(both)
    expect([first?.status, again?.status]).toEqual([303, 303])
    expect(await (await get('/done')).text()).toContain('did not succeed')
  })

  test('closes immediately without a waiting browser', async () => {
    const { loopback, origin } = await createFixture()
    loopback.end('cancelled')
    await loopback.closed
    await expect(fetch(origin)).rejects.toThrow()
  })

  test('closes ten seconds after the end without a request of the final page', async () => {
    const { loopback, get } = await createFixture()
    const callback = get(CALLBACK)
    await loopback.answer
    jest.useFakeTimers()
    loopback.end('signedIn')
    jest.advanceTimersByTime(10_000)
    jest.useRealTimers()
    await loopback.closed
    await callback.catch(() => {})
  })

  test('aborts waiting requests on close', async () => {
    const { loopback, get } = await createFixture()
    const callback = get(CALLBACK)
    await loopback.answer
    // Bun cannot abort a connection within its own request handler.
    await new Promise(setImmediate)
    loopback.close()
    await expect(callback).rejects.toThrow()
    await loopback.closed
  })

  test('rejects oversized request headers', async () => {
    const { answers, get } = await createFixture()
    const status = await get(`/callback?state=${'x'.repeat(100_000)}`).then(
      (response) => response.status,
      () => 'closed',
    )
    expect(status === 'closed' || status === 431 || status === 414).toBe(true)
    expect(answers).toEqual([])
  })
})

describe('the pages', () => {
  const pageOf = async (locale: 'en-US' | 'ko-KR') => {
    const loopback = await openLoopback(STATE, locale)
    opened.push(loopback)
    const response = await fetch(`http://127.0.0.1:${loopback.port}/callback?state=x`)
    return { response, page: await response.text() }
  }

  test('contain no script or resource and allow only their own style', async () => {
    const { response, page } = await pageOf('en-US')
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toStartWith(`default-src 'none'; style-src 'sha256-${hash}';`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(page).not.toMatch(/<script|https?:|src=|href=|url\(/)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('are in both languages', async () => {
    const english = await pageOf('en-US')
    const korean = await pageOf('ko-KR')
    expect(english.page).toContain('<html lang="en">')
    expect(korean.page).toContain('<html lang="ko">')
    expect(korean.page).toContain('진행 중인 로그인의 주소가 아닙니다')
  })
})

test('concurrent listeners have separate ports', async () => {
  const loopbacks = await Promise.all(Array.from({ length: 5 }, () => createFixture()))
  expect(new Set(loopbacks.map(({ origin }) => origin)).size).toBe(5)
  for (const { loopback } of loopbacks) loopback.end('replaced')
  let closed = 0
  for (const { loopback } of loopbacks) {
    loopback.closed.then(() => {
      closed += 1
    })
  }
  await eventually(() => closed === 5)
})
