import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '#tests/support/eventually.ts'
import { openStream } from '#tests/support/stream-client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { answersTo, head, type RawConnection } from './support/raw-http.ts'
import { sized } from './support/size.ts'
import {
  CLOSE,
  CONTINUATION,
  frame,
  knock,
  PING,
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
  const connection = await knock(server.port, ...headers)
  opened.push(connection)
  return connection
}

async function listeners(): Promise<number> {
  const text = await fetch(`${server.url}/metrics`).then((reply) => reply.text())
  return Number(/^tidemark_stream_listeners (\d+)$/m.exec(text)?.[1])
}

async function eventuallyListeners(wanted: number): Promise<void> {
  let seen = Number.NaN
  let asking = false
  const look = () => {
    if (asking) return
    asking = true
    listeners().then((count) => {
      seen = count
      asking = false
    })
  }
  await eventually(() => seen === wanted, { step: look, what: `${wanted} listeners` })
}

/** The server still greets whoever comes, and nobody is left behind. */
async function expectWell(): Promise<void> {
  const client = await openStream(server.url)
  await client.next('hello')
  client.close()
  await eventuallyListeners(0)
}

describe('who may open the stream', () => {
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
  ])('a page of %p may not', async (origin) => {
    const connection = await open(host, `Origin: ${origin}`)
    expect(connection.statuses()).toEqual([403])
    expect(connection.received()).toContain('"FORBIDDEN"')
  })

  test.each([
    'app://tidemark',
    CONFIGURED,
    'http://tidemark.test:3000',
    'https://tidemark.test:3000',
  ])('a page of %p may', async (origin) => {
    expect((await open(host, `Origin: ${origin}`)).statuses()).toEqual([101])
  })

  test('whoever is no page may', async () => {
    expect((await open()).statuses()).toEqual([101])
  })
})

describe('a request that is nearly an upgrade', () => {
  const path = 'GET /api/v1/stream'
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const up = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
  const cases: [string, string][] = [
    ['without a key', head(path, 'Host: a', ...up)],
    ['without saying upgrade', head(path, 'Host: a', key)],
    ['for another protocol', head(path, 'Host: a', 'Upgrade: h2c', 'Connection: Upgrade')],
    ['posted', upgrade().replace('GET', 'POST')],
    ['for another address', upgrade().replace('/stream', '/votes')],
  ]
  test.each(cases)('%s opens nothing', async (_, bytes) => {
    const answered = await answersTo(server.port, bytes)
    opened.push(answered)
    expect(answered.statuses()).not.toContain(101)
    expect(answered.statuses()[0] ?? 400).toBeLessThan(500)
    await expectWell()
  })
})

describe('what a client sends', () => {
  const half = { flags: 0x0 }
  const huge = 1_000_000
  const cases: [string, Buffer[]][] = [
    ['a message', [frame(TEXT, 'hello')]],
    ['a binary message', [frame(0x2, 'hello')]],
    ['a frame that claims a megabyte', [frame(TEXT, 'x', { claims: huge })]],
    ['a frame that claims all there is', [frame(TEXT, 'x', { claims: Number.MAX_SAFE_INTEGER })]],
    ['a frame that is not masked', [frame(TEXT, 'x', { isMasked: false })]],
    ['a reserved bit', [frame(TEXT, 'x', { flags: 0xc })]],
    ['an opcode that is none', [frame(0x3, 'x')]],
    ['a continuation of nothing', [frame(CONTINUATION, 'x')]],
    ['text that is not UTF-8', [frame(TEXT, Buffer.from([0xff, 0xfe]))]],
    ['a long ping', [frame(PING, 'x'.repeat(126))]],
    ['a ping in pieces', [frame(PING, 'x', half)]],
    ['a close with half a code', [frame(CLOSE, 'x')]],
    [
      'fragments without an end',
      [
        frame(TEXT, 'x'.repeat(100), half),
        ...Array.from({ length: 2000 }, () => frame(CONTINUATION, 'x'.repeat(100), half)),
      ],
    ],
    ['a second message inside a first', [frame(TEXT, 'a', half), frame(TEXT, 'b')]],
    ['plain noise', [Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(10))]],
  ]
  test.each(cases)('%s ends its stream, and no other', async (_, frames) => {
    const bystander = await openStream(server.url)
    await bystander.next('hello')
    const rude = await open()
    for (const bytes of frames) rude.write(bytes)
    await eventually(() => rude.isOver(), { what: 'the rude one is cut off' })
    expect(bystander.ended()).toBeNull()
    bystander.close()
    await eventuallyListeners(0)
  })

  test('a thousand pings are answered or ignored, and nobody else feels them', async () => {
    const rude = await open()
    for (let count = 0; count < 1000; count++) rude.write(frame(PING, 'x'.repeat(100)))
    const other = await openStream(server.url)
    await other.next('hello')
    server.infrastructure.bus.publish('round', { event: 'opened', roundId: 1, targetDate: 0 })
    await other.next('round')
    other.close()
    rude.close()
    await expectWell()
  })
})

describe('floods', () => {
  const from = (address: string) => `X-Forwarded-For: ${address}`

  test('one address gets a hundred streams, and so does the whole /64 of one customer', async () => {
    for (const [name, address, neighbour] of [
      ['an IPv4 address', () => '203.0.113.7', '203.0.113.8'],
      ['a /64', (count: number) => `2001:db8:1:2::${count.toString(16)}`, '2001:db8:1:3::1'],
    ] as const) {
      for (let count = 1; count <= 100; count++) {
        const { statuses } = await open(from(address(count)))
        expect([name, count, statuses()]).toEqual([name, count, [101]])
      }
      const one = await open(from(address(101)))
      expect([name, one.statuses()]).toEqual([name, [429]])
      const other = await open(from(neighbour))
      expect([name, other.statuses()]).toEqual([name, [101]])
    }
  })

  test('opening and leaving again and again leaves nothing behind', async () => {
    const ROUNDS = sized(5)
    for (let round = 0; round < ROUNDS; round++) {
      const all = await Promise.all(Array.from({ length: 50 }, () => knock(server.port)))
      expect(new Set(all.flatMap(({ statuses }) => statuses()))).toEqual(new Set([101]))
      // Half of them without a goodbye.
      for (const [index, connection] of all.entries()) {
        if (index % 2 === 0) connection.write(frame(CLOSE, ''))
        connection.close()
      }
      await eventuallyListeners(0)
    }
  })

  test('a reader that stops reading is cut off before it costs much memory', async () => {
    const READERS = 20
    const slow = await Promise.all(Array.from({ length: READERS }, () => open()))
    await eventuallyListeners(READERS)
    for (const { socket } of slow) socket.pause()
    const quick = await openStream(server.url)
    await quick.next('hello')
    const before = process.memoryUsage().rss
    // What the system's own buffers hold comes first: several megabytes on loopback.
    const message = { event: 'opened', roundId: 1, targetDate: 0 } as const
    let left = READERS + 1
    for (let sent = 0; sent < 400_000 && left > 1; sent += 2000) {
      for (let count = 0; count < 2000; count++) server.infrastructure.bus.publish('round', message)
      // The quick one keeps up: it has heard all of them before more is said.
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
