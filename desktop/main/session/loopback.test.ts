import { afterEach, describe, expect, jest, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import { eventually } from '#tests/support/eventually.ts'
import { type Answer, type Loopback, openLoopback } from './loopback.ts'

const STATE = 'the-state-of-this-attempt'
const opened: Loopback[] = []

/** A listener, and what it has heard so far. */
async function fixture() {
  const loopback = await openLoopback(STATE, 'en-US')
  opened.push(loopback)
  const heard: Answer[] = []
  loopback.answer.then((answer) => heard.push(answer))
  const { origin } = new URL(loopback.redirectUri)
  const get = (path: string, init?: RequestInit) =>
    fetch(`${origin}${path}`, { redirect: 'manual', ...init })
  return { loopback, heard, origin, get }
}

afterEach(() => {
  jest.useRealTimers()
  for (const loopback of opened.splice(0)) loopback.close()
})

const right = `/callback?state=${STATE}&code=the-code`

describe('the loopback listener', () => {
  test('has a free port of 127.0.0.1 and of nothing else', async () => {
    const { loopback } = await fixture()
    const { hostname, port, pathname } = new URL(loopback.redirectUri)
    expect({ hostname, pathname }).toEqual({ hostname: '127.0.0.1', pathname: '/callback' })
    const reached = await new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.2')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    expect(reached).toBe(false)
  })

  test('hands on the code, sends the browser on to a clean address, shows how it ended', async () => {
    const { loopback, heard, get, origin } = await fixture()
    const callback = get(right)
    expect(await loopback.answer).toEqual({ code: 'the-code', issuer: null })
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
    expect(heard).toHaveLength(1)
  })

  test.each([
    ['a refusal', `/callback?state=${STATE}&error=access_denied`, { error: 'access_denied' }],
    ['neither code nor error', `/callback?state=${STATE}`, { error: 'nothing' }],
    ['two codes', `/callback?state=${STATE}&code=a&code=b`, { error: 'nothing' }],
  ])('hands on %s', async (_name, path, answer) => {
    const { loopback, get } = await fixture()
    get(path).catch(() => {})
    expect(await loopback.answer).toEqual({ ...answer, issuer: null })
  })

  test('hands on who says that it answers', async () => {
    const { loopback, get } = await fixture()
    get(`${right}&iss=https%3A%2F%2Fid.example`).catch(() => {})
    expect((await loopback.answer).issuer).toBe('https://id.example')
  })

  test.each([
    ['another path', '/', {}, 404],
    ['an icon', '/favicon.ico', {}, 404],
    ['the last page, too early', '/done', {}, 404],
    ['a longer path', `/callback/x?state=${STATE}&code=x`, {}, 404],
    ['no state', '/callback?code=x', {}, 400],
    ['another state', '/callback?state=guessed&code=x', {}, 400],
    ['another state with a refusal', '/callback?state=guessed&error=access_denied', {}, 400],
    ['two states', `${right}&state=${STATE}`, {}, 400],
    ['a form', right, { method: 'POST' }, 405],
    ['a question for the head', right, { method: 'HEAD' }, 405],
    ['another host', right, { headers: { host: 'rebound.example' } }, 421],
    ['localhost', right, { headers: { host: 'localhost' } }, 421],
  ])('turns away %s, and the attempt goes on', async (_name, path, init, status) => {
    const { loopback, heard, get } = await fixture()
    const turnedAway = await get(path, init)
    expect(turnedAway.status).toBe(status)
    const page = await turnedAway.text()
    expect(page).not.toContain(STATE)
    expect(page).not.toContain('You are signed in')
    expect(heard).toEqual([])
    get(right).catch(() => {})
    expect(await loopback.answer).toEqual({ code: 'the-code', issuer: null })
  })

  test('no query that does not hold the state is heard', async () => {
    const { heard, get } = await fixture()
    const parameter = fc.tuple(fc.constantFrom('state', 'code', 'error', 'iss'), fc.string())
    await fc.assert(
      fc.asyncProperty(fc.array(parameter, { maxLength: 6 }), async (parameters) => {
        const response = await get(`/callback?${new URLSearchParams(parameters)}`)
        expect(response.status).toBe(400)
        expect(heard).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('a page that was loaded again is told the same', async () => {
    const { loopback, get } = await fixture()
    const both = [get(right), get(right)]
    await loopback.answer
    loopback.end('failed')
    const [first, again] = await Promise.all(both)
    expect([first?.status, again?.status]).toEqual([303, 303])
    expect(await (await get('/done')).text()).toContain('did not succeed')
  })

  test('closes at once when no browser waits', async () => {
    const { loopback, origin } = await fixture()
    loopback.end('cancelled')
    await loopback.closed
    await expect(fetch(origin)).rejects.toThrow()
  })

  test('does not wait for ever for the last page to be fetched', async () => {
    const { loopback, get } = await fixture()
    const callback = get(right)
    await loopback.answer
    jest.useFakeTimers()
    loopback.end('signedIn')
    jest.advanceTimersByTime(10_000)
    jest.useRealTimers()
    await loopback.closed
    await callback.catch(() => {})
  })

  test('closing leaves nobody waiting', async () => {
    const { loopback, get } = await fixture()
    const callback = get(right)
    await loopback.answer
    // Bun does not cut a connection off from inside its own request.
    await new Promise(setImmediate)
    loopback.close()
    await expect(callback).rejects.toThrow()
    await loopback.closed
  })

  test('an oversized head is refused', async () => {
    const { heard, get } = await fixture()
    const status = await get(`/callback?state=${'x'.repeat(100_000)}`).then(
      (response) => response.status,
      () => 'closed',
    )
    expect(status === 'closed' || status === 431 || status === 414).toBe(true)
    expect(heard).toEqual([])
  })
})

describe('its pages', () => {
  const pageOf = async (locale: 'en-US' | 'ko-KR') => {
    const loopback = await openLoopback(STATE, locale)
    opened.push(loopback)
    const response = await fetch(`${loopback.redirectUri}?state=x`)
    return { response, page: await response.text() }
  }

  test('hold no script, load nothing and allow only their own style', async () => {
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

  test('speak both languages', async () => {
    const english = await pageOf('en-US')
    const korean = await pageOf('ko-KR')
    expect(english.page).toContain('<html lang="en">')
    expect(korean.page).toContain('<html lang="ko">')
    expect(korean.page).toContain('진행 중인 로그인의 주소가 아닙니다')
  })
})

test('many listeners at once have ports of their own', async () => {
  const loopbacks = await Promise.all(Array.from({ length: 5 }, () => fixture()))
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
