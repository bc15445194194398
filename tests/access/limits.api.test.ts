import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { REPORT } from '#api/modules/error-reports/error-report.fixture.ts'
import type { Person } from '#tests/support/test-server.ts'
import { json, type Sent, send } from './send.ts'
import { openWorld, renewed, type World } from './world.ts'

/** Calls per user and minute; signing in is limited by address. */
const PER_MINUTE: [call: string, body: object, most: number][] = [
  ['POST /votes', { targetDate: '2020-01-06T00:00:00Z', vote: 'up' }, 10],
  ['POST /posts/suggestions', { content: '<p></p>' }, 5],
  ['PUT /votes/{vote}', { vote: 'up' }, 20],
  ['POST /posts/suggestions/{post}/reaction', { reaction: 'like' }, 60],
  ['POST /profile/update-nickname', { nickname: 'Another' }, 5],
]

describe('rate limits', () => {
  let world: World
  let unlimitedUser: Person

  beforeAll(async () => {
    world = await openWorld({ limitFactor: 1 })
    unlimitedUser = await world.server.person('Calm')
  })
  afterAll(() => world.server.stop())

  const call = (name: string, token: string | null, body: unknown) => {
    const [method = '', path = ''] = name
      .replace('{vote}', `${world.voteId}`)
      .replace('{post}', `${world.suggestionId}`)
      .split(' ')
    return send(`${world.server.url}/api/v1${path}`, json(method, token, body))
  }

  /** Repeats a call until it is rate-limited. */
  const exhaust = async (name: string, token: string | null, body: unknown, bound: number) => {
    const allowed: Sent[] = []
    for (let count = 0; count <= bound; count++) {
      const reply = await call(name, token, body)
      if (reply.status === 429) return { allowed, refused: reply }
      allowed.push(reply)
    }
    throw new Error(`${name} was not refused within ${bound} calls`)
  }

  const expectRefusal = ({ answer, headers }: Sent, most: number) => {
    expect(answer).toBe('429 RATE_LIMITED')
    expect(headers.get('ratelimit-limit')).toBe(String(most))
    expect(headers.get('ratelimit-remaining')).toBe('0')
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(headers.get('ratelimit-reset')).toBe(String(wait))
  }

  test.each(PER_MINUTE)('%s', async (name, body, most) => {
    const person = await world.server.person(`Hasty ${name}`.slice(0, 20))
    const { allowed, refused } = await exhaust(name, person.token, body, most)
    expect(allowed).toHaveLength(most)
    const left = allowed.map(({ headers }) => headers.get('ratelimit-remaining'))
    expect(left).toEqual(allowed.map((_, index) => String(most - 1 - index)))
    expectRefusal(refused, most)
    // Another user at the same address is not limited.
    expect((await call(name, unlimitedUser.token, body)).status).not.toBe(429)
  })

  test('refused nicknames use up no attempt', async () => {
    const person = await world.server.person('Chooser')
    for (let count = 0; count < 10; count++) {
      const body = { nickname: count % 2 ? '' : 'Admin' }
      expect((await call('POST /profile/update-nickname', person.token, body)).status).toBe(422)
    }
    const chosen = await call('POST /profile/update-nickname', person.token, { nickname: 'Good' })
    expect(chosen.status).toBe(200)
  })

  test('events and sign-ins are limited by address, with Retry-After for guests', async () => {
    const events = await exhaust('POST /events', null, { events: [{ name: 'login' }] }, 60)
    expect(events.allowed).toHaveLength(60)
    expectRefusal(events.refused, 60)
    const errors = await exhaust('POST /error-reports', null, { reports: [REPORT] }, 20)
    expect(errors.allowed).toHaveLength(20)
    expectRefusal(errors.refused, 20)
    const signIns = await exhaust('POST /auth/google', null, { tokenId: 'x' }, 20)
    expectRefusal(signIns.refused, 20)
    const renewals = await exhaust('POST /auth/refresh-token', null, { refreshToken: 'x' }, 120)
    expectRefusal(renewals.refused, 120)
  })

  test('junk tokens neither sign out nor block a neighbor behind the same address', async () => {
    const neighbor = await world.server.person('Neighbor')
    for (const name of ['POST /auth/refresh-token', 'POST /auth/logout']) {
      for (const refreshToken of ['x', 'x'.repeat(43)]) {
        expectRefusal((await exhaust(name, null, { refreshToken }, 120)).refused, 120)
      }
    }
    const { token } = await renewed(world.server, neighbor)
    const profile = () => send(`${world.server.url}/api/v1/profile`, json('GET', token, undefined))
    expect((await profile()).answer).toBe('200')
    expect((await call('POST /auth/logout', token, {})).answer).toBe('200')
    expect((await profile()).answer).toBe('401 SESSION_REVOKED')
  })

  test('a client cannot choose its address by a header', async () => {
    const init = json('POST', null, { events: [{ name: 'login' }] })
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      'x-forwarded-for': '8.8.8.8',
    }
    const { answer } = await send(`${world.server.url}/api/v1/events`, { ...init, headers })
    expect(answer).toBe('429 RATE_LIMITED')
  })

  test('cached replies are never limited; database reads are limited by address', async () => {
    const read = (path: string) => send(`${world.server.url}/api/v1${path}`)
    let refused: Sent | undefined
    // Many at once: one after another they take longer than the minute on a busy machine.
    for (let count = 0; count <= 1200 && !refused; count += 50) {
      const replies = await Promise.all(Array.from({ length: 50 }, () => read('/modlog')))
      refused = replies.find(({ status }) => status === 429)
    }
    if (!refused) throw new Error('reads were never limited')
    expectRefusal(refused, 1200)
    // Candles of an odd length are built for the request.
    expect((await read('/candles?limit=2999')).status).toBe(429)
    for (const limit of [100, 800, 3000]) {
      expect((await read(`/candles?limit=${limit}`)).status).toBe(200)
    }
    expect((await read('/votes')).status).toBe(200)
    expect((await read('/vote/summary')).status).toBe(200)
  })
})
