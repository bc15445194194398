import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Events of one address in a minute; see the limits. */
const MOST = 60
const EVENT = JSON.stringify({ events: [{ name: 'login' }] })

async function tell(server: TestServer, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: EVENT,
  })
  await response.arrayBuffer()
  return response.status
}

/** How many of `MOST + 1` requests are let through; `headersOf` dresses each. */
async function letThrough(
  server: TestServer,
  headersOf: (count: number) => Record<string, string>,
) {
  let through = 0
  for (let count = 0; count <= MOST; count++) {
    if ((await tell(server, headersOf(count))) === 200) through += 1
  }
  return through
}

const anyone = (count: number) => `198.51.${count % 256}.${(count * 7) % 256}`

/** Headers that one proxy or another puts a client's address into. */
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

  test('a new address in every header is the same address', async () => {
    const withForwarded = (count: number) => ({
      ...inAll(anyone(count)),
      'x-forwarded-for': anyone(count),
      'x-forwarded-host': `h${count}.example`,
      'x-request-id': `request-${count}-of-many`,
      'user-agent': `agent ${count}`,
    })
    expect(await letThrough(server, withForwarded)).toBe(MOST)
  })

  test('nobody names their own request', async () => {
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

  const SAME: [string, (count: number) => string, neighbour: string][] = [
    ['what stands left of the last hop', (count) => `${anyone(count)}, 203.0.113.1`, '203.0.113.2'],
    [
      'what stands left of two of our proxies',
      (count) => `${anyone(count)}, 203.0.113.3, 10.1.2.3`,
      '203.0.113.4, 10.1.2.3',
    ],
    [
      'addresses of ours, invented on the left',
      (count) => `10.0.0.${count}, 203.0.113.5`,
      '203.0.113.6',
    ],
    [
      'the half of an IPv6 address that a customer chooses',
      (count) => `2001:db8::${count + 1}`,
      '2001:db8:0:1::1',
    ],
    [
      'the spellings of an IPv6 address',
      (count) =>
        ['2001:DB8:5::1', '2001:0db8:0005:0000::1', '2001:db8:5:0:0:0:0:1'][count % 3] ?? '',
      '2001:db8:6::1',
    ],
    [
      'IPv4 written as IPv6',
      (count) => (count % 2 === 0 ? '203.0.113.20' : '::ffff:203.0.113.20'),
      '::ffff:203.0.113.21',
    ],
    [
      'white space',
      (count) => `${' '.repeat(count % 9)}203.0.113.30${' '.repeat(count % 5)}`,
      '203.0.113.31',
    ],
    [
      'what is no address at all',
      (count) =>
        ['', 'x', ',', '1.2.3.4.5', '<script>', 'unknown', `a${count}`, '1.2.3.4:80'][count % 8] ??
        '',
      '203.0.113.40',
    ],
  ]
  test.each(SAME)('%s makes no new address', async (_, forwarded, neighbour) => {
    expect(await letThrough(server, by(forwarded))).toBe(MOST)
    // The next one is nobody's fault.
    expect(await tell(server, { 'x-forwarded-for': neighbour })).toBe(200)
  })

  test('only X-Forwarded-For is read', async () => {
    const withForwarded = (count: number) => ({
      ...inAll(anyone(count)),
      'x-forwarded-for': '203.0.113.50',
    })
    expect(await letThrough(server, withForwarded)).toBe(MOST)
  })

  test('a request id of the proxy is taken when it is one', async () => {
    const idOf = async (id: string) => {
      const reply = await fetch(`${server.url}/api/v1/nothing`, { headers: { 'x-request-id': id } })
      return reply.headers.get('x-request-id')
    }
    expect(await idOf('proxy-request-1')).toBe('proxy-request-1')
    for (const bad of ['short', 'with space in it', '<script>alert(1)</script>', 'x'.repeat(65)]) {
      expect(await idOf(bad)).toMatch(/^[\da-f-]{36}$/)
    }
  })

  test('figures stay shut to whoever comes through the proxy', async () => {
    for (const forwarded of ['203.0.113.60', '127.0.0.1', '::1', '127.0.0.1, 10.0.0.1']) {
      const reply = await fetch(`${server.url}/metrics`, {
        headers: { 'x-forwarded-for': forwarded },
      })
      expect([forwarded, reply.status]).toEqual([forwarded, 404])
    }
  })
})
