import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Events allowed per address and minute (see rate limits). */
const LIMIT = 60
const EVENT = JSON.stringify({ events: [{ name: 'login' }] })

async function postEvent(server: TestServer, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: EVENT,
  })
  await response.arrayBuffer()
  return response.status
}

/** Sends `LIMIT + 1` requests with headers from `headersOf`; returns how many were accepted. */
async function countAccepted(
  server: TestServer,
  headersOf: (count: number) => Record<string, string>,
) {
  let through = 0
  for (let count = 0; count <= LIMIT; count++) {
    if ((await postEvent(server, headersOf(count))) === 200) through += 1
  }
  return through
}

const randomAddress = (count: number) => `198.51.${count % 256}.${(count * 7) % 256}`

/** Headers in which proxies send the client address. */
const FOREIGN = [
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-originating-ip',
  'x-remote-addr',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'x-original-forwarded-for',
  'x-forwarded',
  'client-ip',
  'via',
]
const inAll = (address: string) =>
  Object.fromEntries(
    FOREIGN.map((name) => [name, name === 'forwarded' ? `for=${address}` : address]),
  )

describe('without trusted proxies', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ limitFactor: 1 })
  })
  afterAll(() => server.stop())

  test('counts requests with forged address headers as one address', async () => {
    const withForwarded = (count: number) => ({
      ...inAll(randomAddress(count)),
      'x-forwarded-for': randomAddress(count),
      'x-forwarded-host': `h${count}.example`,
      'x-request-id': `request-${count}-of-many`,
      'user-agent': `agent ${count}`,
    })
    expect(await countAccepted(server, withForwarded)).toBe(LIMIT)
  })

  test('ignores a request id sent by the client', async () => {
    const headers = { 'x-request-id': 'chosen-by-me' }
    const reply = await fetch(`${server.url}/api/v1/nothing`, { headers })
    expect(reply.headers.get('x-request-id')).not.toBe('chosen-by-me')
  })
})

describe('behind a trusted proxy', () => {
  let server: TestServer
  beforeAll(async () => {
    const environment = { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }
    server = await startTestServer({ limitFactor: 1, environment })
  })
  afterAll(() => server.stop())

  const by = (forwarded: (count: number) => string) => (count: number) => ({
    'x-forwarded-for': forwarded(count),
  })

  const SAME_ADDRESS_CASES: [string, (count: number) => string, neighbor: string][] = [
    [
      'an address left of the last hop',
      (count) => `${randomAddress(count)}, 203.0.113.1`,
      '203.0.113.2',
    ],
    [
      'an address left of two trusted proxies',
      (count) => `${randomAddress(count)}, 203.0.113.3, 10.1.2.3`,
      '203.0.113.4, 10.1.2.3',
    ],
    [
      'invented proxy addresses on the left',
      (count) => `10.0.0.${count}, 203.0.113.5`,
      '203.0.113.6',
    ],
    [
      'the customer half of an IPv6 address',
      (count) => `2001:db8:0:${count.toString(16)}::1`,
      '2001:db8:0:100::1',
    ],
    [
      'other spellings of an IPv6 address',
      (count) =>
        ['2001:DB8:5::1', '2001:0db8:0005:0000::1', '2001:db8:5:0:0:0:0:1'][count % 3] ?? '',
      '2001:db8:6::1',
    ],
    [
      'IPv4-mapped IPv6',
      (count) => (count % 2 === 0 ? '203.0.113.20' : '::ffff:203.0.113.20'),
      '::ffff:203.0.113.21',
    ],
    [
      'whitespace',
      (count) => `${' '.repeat(count % 9)}203.0.113.30${' '.repeat(count % 5)}`,
      '203.0.113.31',
    ],
    [
      'an invalid address',
      (count) =>
        ['', 'x', ',', '1.2.3.4.5', '<script>', 'unknown', `a${count}`, '1.2.3.4:80'][count % 8] ??
        '',
      '203.0.113.40',
    ],
  ]
  test.each(SAME_ADDRESS_CASES)('%s counts as the same address', async (_, forwarded, neighbor) => {
    expect(await countAccepted(server, by(forwarded))).toBe(LIMIT)
    // The next address has its own quota.
    expect(await postEvent(server, { 'x-forwarded-for': neighbor })).toBe(200)
  })

  test('reads only X-Forwarded-For', async () => {
    const withForwarded = (count: number) => ({
      ...inAll(randomAddress(count)),
      'x-forwarded-for': '203.0.113.50',
    })
    expect(await countAccepted(server, withForwarded)).toBe(LIMIT)
  })

  test('accepts a valid request id from the proxy', async () => {
    const idOf = async (id: string) => {
      const reply = await fetch(`${server.url}/api/v1/nothing`, { headers: { 'x-request-id': id } })
      return reply.headers.get('x-request-id')
    }
    expect(await idOf('proxy-request-1')).toBe('proxy-request-1')
    for (const bad of ['short', 'with space in it', '<script>alert(1)</script>', 'x'.repeat(65)]) {
      expect(await idOf(bad)).toMatch(/^[\da-f-]{36}$/)
    }
  })

  test('refuses metrics to requests through the proxy', async () => {
    for (const forwarded of ['203.0.113.60', '127.0.0.1', '::1', '127.0.0.1, 10.0.0.1']) {
      const reply = await fetch(`${server.url}/metrics`, {
        headers: { 'x-forwarded-for': forwarded },
      })
      expect([forwarded, reply.status]).toEqual([forwarded, 404])
    }
  })
})
