import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '#tests/support/eventually.ts'
import { openStream } from '#tests/support/stream-client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { head, type RawConnection, sendAndRead } from './support/raw-http.ts'
import { sized } from './support/size.ts'
import {
  CLOSE,
  CONTINUATION,
  frame,
  PING,
  requestStream,
  TEXT,
  upgrade,
} from './support/web-socket-frames.ts'

const CONFIGURED = 'https://tidemark.example'
let server: TestServer
const opened: RawConnection[] = []

beforeAll(async () => {
  const environment = { CORS_ORIGINS: CONFIGURED, TRUSTED_PROXIES: '127.0.0.1' }
  server = await startTestServer({ environment, limitFactor: 1 })
})
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close()
})
afterAll(() => server.stop())

const open = async (...headers: string[]) => {
  const connection = await requestStream(server.port, ...headers)
  opened.push(connection)
  return connection
}

async function listeners(): Promise<number> {
  const text = await fetch(`${server.url}/metrics`).then((reply) => reply.text())
  return Number(/^tidemark_stream_listeners (\d+)$/m.exec(text)?.[1])
}

const eventuallyListeners = (wanted: number) =>
  eventually(async () => (await listeners()) === wanted, { what: `${wanted} listeners` })

/** The server still sends hello to new clients, and no listener leaks. */
async function expectHealthy(): Promise<void> {
  const client = await openStream(server.url)
  await client.next('hello')
  client.close()
  await eventuallyListeners(0)
}

describe('stream origin check', () => {
  const host = 'Host: tidemark.test:3000'

  test.each([
    'https://evil.example',
    'null',
    'https://tidemark.example.evil.example',
    'https://eviltidemark.example',
    'http://tidemark.example',
    'https://tidemark.example:444',
    'https://tidemark.example@evil.example',
    'app://tidemark.evil',
    'app://evil',
    'http://tidemark.test',
    'http://tidemark.test:3001',
    'http://evil.tidemark.test:3000',
    'file://',
    'chrome-extension://abcdefgh',
    'tidemark.test:3000',
    '',
  ])('rejects the origin %p', async (origin) => {
    const connection = await open(host, `Origin: ${origin}`)
    expect(connection.statuses()).toEqual([403])
    expect(connection.received()).toContain('"FORBIDDEN"')
  })

  test.each([
    'app://tidemark',
    CONFIGURED,
    'http://tidemark.test:3000',
    'https://tidemark.test:3000',
  ])('accepts the origin %p', async (origin) => {
    expect((await open(host, `Origin: ${origin}`)).statuses()).toEqual([101])
  })

  test('accepts clients without an Origin', async () => {
    expect((await open()).statuses()).toEqual([101])
  })
})

describe('malformed upgrade requests', () => {
  const path = 'GET /api/v1/stream'
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const up = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
  const cases: [string, string][] = [
    ['without a key', head(path, 'Host: a', ...up)],
    ['without Connection: Upgrade', head(path, 'Host: a', key)],
    ['for another protocol', head(path, 'Host: a', 'Upgrade: h2c', 'Connection: Upgrade')],
    ['posted', upgrade().replace('GET', 'POST')],
    ['for another address', upgrade().replace('/stream', '/votes')],
  ]
  test.each(cases)('%s opens no stream', async (_, bytes) => {
    const connection = await sendAndRead(server.port, bytes)
    opened.push(connection)
    expect(connection.statuses()).not.toContain(101)
    expect(connection.statuses()[0] ?? 400).toBeLessThan(500)
    await expectHealthy()
  })
})

describe('client frames', () => {
  const half = { flags: 0x0 }
  const huge = 1_000_000
  const cases: [string, Buffer[]][] = [
    ['a message', [frame(TEXT, 'hello')]],
    ['a binary message', [frame(0x2, 'hello')]],
    ['a frame with a claimed length of one megabyte', [frame(TEXT, 'x', { claims: huge })]],
    [
      'a frame with the maximum claimed length',
      [frame(TEXT, 'x', { claims: Number.MAX_SAFE_INTEGER })],
    ],
    ['an unmasked frame', [frame(TEXT, 'x', { isMasked: false })]],
    ['a reserved bit', [frame(TEXT, 'x', { flags: 0xc })]],
    ['an unknown opcode', [frame(0x3, 'x')]],
    ['a continuation without a start', [frame(CONTINUATION, 'x')]],
    ['text that is not UTF-8', [frame(TEXT, Buffer.from([0xff, 0xfe]))]],
    ['a long ping', [frame(PING, 'x'.repeat(126))]],
    ['a fragmented ping', [frame(PING, 'x', half)]],
    ['a close with half a code', [frame(CLOSE, 'x')]],
    [
      'endless fragments',
      [
        frame(TEXT, 'x'.repeat(100), half),
        ...Array.from({ length: 2000 }, () => frame(CONTINUATION, 'x'.repeat(100), half)),
      ],
    ],
    ['a second message inside a first', [frame(TEXT, 'a', half), frame(TEXT, 'b')]],
    ['HTTP instead of frames', [Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(10))]],
  ]
  test.each(cases)('%s closes only its own stream', async (_, frames) => {
    const bystander = await openStream(server.url)
    await bystander.next('hello')
    const offender = await open()
    for (const bytes of frames) offender.write(bytes)
    await eventually(() => offender.isOver(), { what: 'the offending stream is closed' })
    expect(bystander.ended()).toBeNull()
    bystander.close()
    await eventuallyListeners(0)
  })

  test('a thousand pings do not affect other streams', async () => {
    const offender = await open()
    for (let count = 0; count < 1000; count++) offender.write(frame(PING, 'x'.repeat(100)))
    const other = await openStream(server.url)
    await other.next('hello')
    server.infrastructure.bus.publish('round', { event: 'opened', roundId: 1, targetDate: 0 })
    await other.next('round')
    other.close()
    offender.close()
    await expectHealthy()
  })
})

describe('floods', () => {
  const from = (address: string) => `X-Forwarded-For: ${address}`

  test('limits streams to a hundred per address and per IPv6 /56', async () => {
    for (const [name, address, neighbor] of [
      ['an IPv4 address', () => '203.0.113.7', '203.0.113.8'],
      ['a /56', (count: number) => `2001:db8:1:${count.toString(16)}::1`, '2001:db8:1:100::1'],
    ] as const) {
      for (let count = 1; count <= 100; count++) {
        const { statuses } = await open(from(address(count)))
        expect([name, count, statuses()]).toEqual([name, count, [101]])
      }
      const one = await open(from(address(101)))
      expect([name, one.statuses()]).toEqual([name, [429]])
      const other = await open(from(neighbor))
      expect([name, other.statuses()]).toEqual([name, [101]])
    }
  })

  test('repeated opening and closing leaks no listener', async () => {
    const ROUNDS = sized(5)
    for (let round = 0; round < ROUNDS; round++) {
      const all = await Promise.all(Array.from({ length: 50 }, () => requestStream(server.port)))
      expect(new Set(all.flatMap(({ statuses }) => statuses()))).toEqual(new Set([101]))
      // Half of them close without a close frame.
      for (const [index, connection] of all.entries()) {
        if (index % 2 === 0) connection.write(frame(CLOSE, ''))
        connection.close()
      }
      await eventuallyListeners(0)
    }
  })

  test('disconnects a stalled reader before it uses much memory', async () => {
    const READERS = 20
    const slow = await Promise.all(Array.from({ length: READERS }, () => open()))
    await eventuallyListeners(READERS)
    for (const { socket } of slow) socket.pause()
    const quick = await openStream(server.url)
    await quick.next('hello')
    const before = process.memoryUsage().rss
    // Kernel buffers fill first: several megabytes on loopback.
    const message = { event: 'opened', roundId: 1, targetDate: 0 } as const
    let left = READERS + 1
    for (let sent = 0; sent < 400_000 && left > 1; sent += 2000) {
      for (let count = 0; count < 2000; count++) server.infrastructure.bus.publish('round', message)
      // The fast reader has received every message before the next is published.
      await eventually(() => quick.raw.length > sent + 2000 || quick.ended() !== null)
      left = await listeners()
    }
    expect(left).toBe(1)
    expect(quick.ended()).toBeNull()
    expect((process.memoryUsage().rss - before) / READERS).toBeLessThan(8 * 1024 * 1024)
    quick.close()
    for (const { socket } of slow) socket.resume()
    await eventuallyListeners(0)
  })
})
