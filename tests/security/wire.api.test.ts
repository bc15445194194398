import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { json, send } from '#tests/access/send.ts'
import { openWorld, snapshot, type World } from '#tests/access/world.ts'
import { eventually } from '#tests/support/eventually.ts'
import { head, type RawConnection, rawConnection, sendAndRead } from './support/raw-http.ts'

const BODY = '{"content":"<p>smuggled</p>"}'
const HEX = BODY.length.toString(16)
const KIB = 1024

describe('raw HTTP requests', () => {
  let world: World
  let before: unknown
  const opened: RawConnection[] = []

  beforeAll(async () => {
    world = await openWorld()
    before = await snapshot(world.server)
  })
  afterEach(() => {
    for (const connection of opened.splice(0)) connection.close()
  })
  afterAll(() => world.server.stop())

  /** Head of a post by the author with extra headers. */
  const post = (...more: string[]) =>
    head(
      'POST /api/v1/posts/frees',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${world.author.token}`,
      'Content-Type: application/json',
      ...more,
    )
  const inside = () => `${post(`Content-Length: ${BODY.length}`)}${BODY}`
  const sendRaw = async (bytes: string) => {
    const connection = await sendAndRead(world.server.port, bytes)
    opened.push(connection)
    return connection
  }
  const chunked = 'Transfer-Encoding: chunked'
  const whole = `${HEX}\r\n${BODY}\r\n0\r\n\r\n`

  /** Each gets one error reply, the connection closes, and no byte is parsed as another request. */
  const REFUSED: [string, () => string][] = [
    ...['-1', '+29', '0x1d', 'abc', '', '29, 29', '2 9', '1e1', '99999999999999999999'].map(
      (length): [string, () => string] => [
        `a length of ${length || 'none'}`,
        () => `${post(`Content-Length: ${length}`)}${BODY}`,
      ],
    ),
    ['two lengths', () => post(`Content-Length: ${BODY.length}`, 'Content-Length: 5') + BODY],
    ['two lengths, other order', () => post('Content-Length: 5', 'Content-Length: 29') + BODY],
    ['length and chunks', () => `${post('Content-Length: 5', chunked)}0\r\n\r\n${inside()}`],
    ['chunks and length', () => `${post(chunked, 'Content-Length: 4')}${whole}${inside()}`],
    ...[
      'xchunked',
      'chunked, identity',
      'identity',
      'gzip, chunked',
      'chunked\x0b',
      '"chunked"',
    ].map((coding): [string, () => string] => [
      `a transfer coding of ${JSON.stringify(coding)}`,
      () => `${post(`Transfer-Encoding: ${coding}`)}${whole}${inside()}`,
    ]),
    ['two codings', () => `${post(chunked, 'Transfer-Encoding: identity')}${whole}${inside()}`],
    ['a space before the colon', () => `${post('Transfer-Encoding : chunked')}${whole}${inside()}`],
    ['a folded header', () => `${post('X-A: a', ' Transfer-Encoding: chunked')}${whole}`],
    ['a header without a name', () => post(': x') + BODY],
    ['a NUL in a header', () => post('X-A: a\0b') + BODY],
    ...['-1', 'zz', '0x1d', 'FFFFFFFFFFFFFFFFF', '+1d', ' 1d', '5', ''].map(
      (size): [string, () => string] => [
        `a chunk of ${size || 'no'} size`,
        () => `${post(chunked)}${size}\r\n${BODY}\r\n0\r\n\r\n${inside()}`,
      ],
    ),
    ['chunks separated by line feeds', () => `${post(chunked)}${HEX}\n${BODY}\n0\n\n${inside()}`],
    ['bare line feeds', () => inside().replaceAll('\r\n', '\n')],
    ['HTTP 0.9', () => 'GET /api/v1/votes\r\n\r\n'],
    ['no Host', () => inside().replace('Host: 127.0.0.1\r\n', '')],
    ['300 headers', () => post(...Array.from({ length: 300 }, (_, index) => `X-${index}: a`))],
    ['a header of 64 KB', () => post(`X-A: ${'a'.repeat(64 * KIB)}`)],
    ['a path of 64 KB', () => head(`GET /api/v1/votes?${'a'.repeat(64 * KIB)}`, 'Host: a')],
    ['a NUL in the path', () => head('GET /api/v1/votes\0', 'Host: a')],
    ['a path without a slash', () => head('GET votes', 'Host: a')],
  ]

  test.each(REFUSED)('%s: rejected and the connection closed', async (name, bytes) => {
    const connection = await sendRaw(bytes())
    await eventually(() => connection.isOver(), { what: `the server closes after ${name}` })
    const statuses = connection.statuses()
    expect([name, statuses.filter((status) => status < 400 || status >= 506)]).toEqual([name, []])
    expect(statuses.length).toBeLessThanOrEqual(1)
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('excess bytes after Content-Length are not parsed as a request', async () => {
    const connection = await sendRaw(`${post('Content-Length: 2')}{}${BODY}`)
    await eventually(() => connection.isOver())
    expect(connection.statuses().filter((status) => status < 400)).toEqual([])
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('a request inside the body of a GET is treated as body', async () => {
    const bytes = inside()
    const get = head('GET /api/v1/vote/summary', 'Host: a', `Content-Length: ${bytes.length}`)
    const connection = await sendRaw(
      get + bytes + head('GET /livez', 'Host: a', 'Connection: close'),
    )
    await eventually(() => connection.statuses().length >= 2 || connection.isOver())
    // A server that closes with unread bytes may lose its own replies.
    expect([[], [200], [200, 200]]).toContainEqual(connection.statuses())
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('an oversized body is rejected while it is received', async () => {
    const declared = await sendRaw(post(`Content-Length: ${8 * KIB * KIB}`))
    expect([[], [413]]).toContainEqual(declared.statuses())
    const connection = await rawConnection(world.server.port)
    opened.push(connection)
    connection.write(post(chunked))
    const chunk = `${(64 * KIB).toString(16)}\r\n${'x'.repeat(64 * KIB)}\r\n`
    // Sixty-four times the limit unless the server stops it.
    for (let sent = 0; sent < 256 && !connection.isOver(); sent++) connection.write(chunk)
    await eventually(() => connection.statuses().length > 0 || connection.isOver())
    expect(connection.statuses().filter((status) => status !== 413)).toEqual([])
  })

  test('endless bodies do not block other requests', async () => {
    const halves = [
      () => post(`Content-Length: ${BODY.length}`) + BODY.slice(0, 5),
      () => `${post(chunked)}FFFFFF\r\n{`,
      () => post(`Content-Length: ${BODY.length}`),
      () => 'POST /api/v1/posts/frees HTTP/1.1\r\nHost: a\r\nX-Slow',
    ]
    for (let count = 0; count < 200; count++) {
      const connection = await rawConnection(world.server.port)
      opened.push(connection)
      connection.write(halves[count % halves.length]?.() ?? '')
    }
    const paths = ['/api/v1/votes?page=1', '/api/v1/vote/summary', '/livez', '/readyz']
    for (const path of paths) {
      expect([path, (await fetch(world.server.url + path)).status]).toEqual([path, 200])
    }
    expect(opened.flatMap(({ statuses }) => statuses())).toEqual([])
    for (const connection of opened) connection.close()
    expect((await fetch(`${world.server.url}/readyz`)).status).toBe(200)
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('compressed bodies are not decompressed', async () => {
    const zeros = Buffer.alloc(64 * KIB * KIB, 32)
    const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
    const packed: [string, Uint8Array<ArrayBuffer>][] = [
      ['gzip', new Uint8Array(gzipSync(zeros))],
      ['deflate', new Uint8Array(deflateSync(zeros))],
      ['br', new Uint8Array(brotliCompressSync(zeros, quick))],
      ['gzip', new Uint8Array(gzipSync(BODY))],
    ]
    for (const [encoding, body] of packed) {
      const init = json('POST', world.author.token, '')
      const headers = {
        ...Object.fromEntries(new Headers(init.headers)),
        'content-encoding': encoding,
      }
      const { answer } = await send(`${world.server.url}/api/v1/posts/frees`, {
        ...init,
        headers,
        body,
      })
      expect([encoding, answer]).toEqual([encoding, '415 UNSUPPORTED_MEDIA_TYPE'])
    }
    expect(await snapshot(world.server)).toEqual(before)
  })
})

describe('bodies that are expensive to validate', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.server.stop())

  const nested = (open: string, inner: string, close: string, depth: number) =>
    open.repeat(depth) + inner + close.repeat(depth)
  const many = (count: number, of: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => of(index)).join(',')

  const BOMBS: Record<string, string> = {
    'lists in lists': nested('[', '', ']', 120_000),
    'objects in objects': nested('{"a":', '1', '}', 40_000),
    'lists and objects alternating': nested('[{"a":', '1', '}]', 30_000),
    'lists in a field': `{"content":${nested('[', '', ']', 120_000)}}`,
    'objects in a field': `{"content":${nested('{"a":', '1', '}', 40_000)}}`,
    'lists in an unknown field': `{"content":"a","x":${nested('[', '', ']', 120_000)}}`,
    'deep with an escape': `{"content":"\\ud800","x":${nested('[', '', ']', 50_000)}}`,
    'a long list': `[${many(120_000, () => '0')}]`,
    'a long list of objects': `{"events":[${many(80_000, () => '{}')}]}`,
    'many fields': `{${many(22_000, (index) => `"${index.toString(36)}":1`)}}`,
    'many fields in many objects': `{"events":[${many(10_000, () => '{"a":1,"b":2,"c":3}')}]}`,
    'the same field again and again': `{${many(20_000, () => '"content":1')}}`,
    'a long number': `{"content":${'9'.repeat(250_000)}}`,
    'a long name': `{"${'a'.repeat(250_000)}":1}`,
    'escapes only': `{"content":"${'\\ud800'.repeat(40_000)}"}`,
  }
  const CALLS = ['/posts/frees', '/events', '/votes', '/auth/refresh-token', '/auth/google']

  test.each(Object.entries(BOMBS))(
    '%s: rejected without delaying other requests',
    async (_, body) => {
      for (const path of CALLS) {
        const url = `${world.server.url}/api/v1${path}`
        const { status } = await send(url, json('POST', world.author.token, body))
        expect([400, 413, 422]).toContain(status)
      }
    },
  )

  test('validation time grows linearly with the body', async () => {
    const url = `${world.server.url}/api/v1/posts/frees`
    const init = (body: string) => json('POST', world.author.token, body)
    const costOf = async (body: string) => {
      const since = process.cpuUsage()
      for (let count = 0; count < 3; count++) await send(url, init(body))
      return process.cpuUsage(since).user
    }
    const flat = `{"content":"${'x'.repeat(240_000)}"}`
    await costOf(flat)
    const plain = await costOf(`[${many(120_000, () => '0')}]`)
    // Without a depth limit the factor was three hundred.
    expect(await costOf(nested('[', '', ']', 120_000))).toBeLessThan(20 * plain + 300_000)
  })
})
