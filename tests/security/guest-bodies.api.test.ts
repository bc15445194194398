import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type Tokens, tokensOf } from '#tests/access/callers.ts'
import { ROWS } from '#tests/access/rows.ts'
import { send } from '#tests/access/send.ts'
import { openWorld, type World } from '#tests/access/world.ts'
import { eventually } from '#tests/support/eventually.ts'
import { head, type RawConnection, rawConnection } from './support/raw-http.ts'

const KIB = 1024
/** Kilobytes of bodies that an address may send in a minute. */
const BODY_QUOTA = 8192
const WIDE = `{"a":[${'0,'.repeat(127_000)}0]}`
const GUESTS = ['guest', 'expired', 'revoked', 'algNone', 'wrongKey', 'garbage'] as const

describe('a body on a route of members', () => {
  let world: World
  let tokens: Tokens
  const opened: RawConnection[] = []

  beforeAll(async () => {
    world = await openWorld()
    tokens = await tokensOf(world.server, world)
  })
  afterEach(() => {
    for (const connection of opened.splice(0)) connection.close()
  })
  afterAll(() => world.server.stop())

  /** The reply to a head whose body never comes. */
  const replyToHead = async (call: string, token: string | null, length: string) => {
    const authorization = token === null ? [] : [`Authorization: Bearer ${token}`]
    const type = 'Content-Type: application/json'
    const connection = await rawConnection(world.server.port)
    opened.push(connection)
    connection.write(head(call, 'Host: a', ...authorization, type, length))
    await eventually(() => connection.statuses().length > 0, { what: `a reply to ${call}` })
    return connection.statuses()
  }

  test.each(GUESTS)('is never read from a caller with this token: %s', async (caller) => {
    const calls = ROWS.filter(
      ({ call, expected }) => !call.startsWith('GET') && expected.guest === '401 NOT_SIGNED_IN',
    )
    expect(calls.length).toBeGreaterThan(20)
    const rowWorld = { ...world, idTokens: [], refreshToken: '' }
    for (const { call: name, path } of calls) {
      const call = `${name.split(' ')[0]} /api/v1${path(rowWorld)}`
      for (const length of [`Content-Length: ${200 * KIB}`, 'Transfer-Encoding: chunked']) {
        expect([call, ...(await replyToHead(call, tokens[caller], length))]).toEqual([call, 401])
      }
    }
  })

  test('is not read before its declared length has been compared', async () => {
    const length = `Content-Length: ${257 * KIB}`
    const call = 'POST /api/v1/posts/frees'
    expect(await replyToHead(call, world.author.token, length)).toEqual([413])
    const short = `Content-Length: ${8 * KIB + 1}`
    expect(await replyToHead('POST /api/v1/events', null, short)).toEqual([413])
  })
})

describe('the quota of bodies of an address', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ limitFactor: 1 })
  })
  afterAll(() => world.server.stop())

  const bodies = {
    'with a length': () => WIDE,
    'in chunks': () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(WIDE))
          controller.close()
        },
      }),
  }
  const post = (path: string, body: BodyInit) =>
    send(`${world.server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })

  test("is far from a member's largest texts", async () => {
    const { token } = world.author
    const content = `<p>${'가'.repeat(32_000)}</p>`
    let reply = await send(`${world.server.url}/livez`)
    for (let count = 0; count < 20 && reply.status !== 429; count++) {
      reply = await send(`${world.server.url}/api/v1/posts/frees/${world.freesId}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ content }),
      })
    }
    // The quota of a user's texts.
    expect([reply.answer, reply.headers.get('ratelimit-limit')]).toEqual([
      '429 RATE_LIMITED',
      '256',
    ])
    expect((await post('/events', '{"events":[{"name":"login"}]}')).answer).toBe('200')
  })

  test.each([
    ['401', '/votes', 'with a length'],
    ['404', '/nothing', 'with a length'],
    ['413', '/events', 'in chunks'],
    ['422', '/events', 'with a length'],
  ] as const)('counts bodies that are refused with %s: %s %s', async (status, path, kind) => {
    world.server.clock.advance(60_000)
    await world.server.stop()
    world = await openWorld({ limitFactor: 1 })
    // Those of 422 are short, those in chunks are cut off.
    const body = status === '422' ? () => WIDE.slice(0, 8 * KIB) : bodies[kind]
    let sent = 0
    let reply = await post(path, body())
    while (reply.status !== 429 && sent < BODY_QUOTA) {
      sent++
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([Number(status), null])
      reply = await post(path, body())
    }
    expect(reply.answer).toBe('429 RATE_LIMITED')
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(reply.headers.get('ratelimit-limit')).toBe(String(BODY_QUOTA))
  })
})
