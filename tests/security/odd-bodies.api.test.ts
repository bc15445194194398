import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { openWorld, type World } from '#tests/access/world.ts'
import { eventually } from '#tests/support/eventually.ts'
import { head, type RawConnection, rawConnection } from './support/raw-http.ts'

const EVENTS = '{"events":[{"name":"login"}]}'
const JSON_TYPE = 'Content-Type: application/json'

/** What clients and proxies send that differs from a plain JSON request. */
describe('a body', () => {
  let world: World
  const opened: RawConnection[] = []

  beforeAll(async () => {
    world = await openWorld()
  })
  afterEach(() => {
    for (const connection of opened.splice(0)) connection.close()
  })
  afterAll(() => world.server.stop())

  const connect = async (...parts: (string | Uint8Array)[]) => {
    const connection = await rawConnection(world.server.port)
    opened.push(connection)
    for (const part of parts) connection.write(part)
    return connection
  }
  const final = ({ statuses }: RawConnection) => statuses().filter((status) => status !== 100)
  /** Statuses of a request and of one after it on the same connection. */
  const statusesOf = async (line: string, lines: string[], body: string | Uint8Array) => {
    const length = `Content-Length: ${Buffer.byteLength(body)}`
    const connection = await connect(head(line, 'Host: a', length, ...lines), body)
    await eventually(() => final(connection).length > 0, { what: `a reply to ${line}` })
    connection.write(head('GET /livez', 'Host: a', 'Connection: close'))
    await eventually(() => connection.isOver() || final(connection).length > 1, {
      what: `a reply after ${line}`,
    })
    return final(connection)
  }

  test('announced by Expect: 100-continue is asked for, or refused at once', async () => {
    const lines = ['Host: a', JSON_TYPE, 'Expect: 100-continue']
    const length = `Content-Length: ${EVENTS.length}`
    const asked = await connect(head('POST /api/v1/events', ...lines, length))
    await eventually(() => asked.statuses().length > 0, { what: '100 Continue' })
    expect(asked.statuses()).toEqual([100])
    asked.write(EVENTS)
    await eventually(() => final(asked).length > 0, { what: 'the reply' })
    expect(final(asked)).toEqual([200])

    const refused = await connect(head('POST /api/v1/votes', ...lines, 'Content-Length: 200000'))
    await eventually(() => final(refused).length > 0, { what: 'a refusal' })
    expect(final(refused)).toEqual([401])
  })

  test('compressed by gzip is refused, and the connection serves on', async () => {
    const lines = [JSON_TYPE, 'Content-Encoding: gzip']
    expect(await statusesOf('POST /api/v1/events', lines, gzipSync(EVENTS))).toEqual([415, 200])
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'of another type is refused: %s',
    async (type) => {
      const lines = [`Content-Type: ${type}`]
      expect(await statusesOf('POST /api/v1/events', lines, EVENTS)).toEqual([415, 200])
    },
  )

  test('of JSON is refused where a provider posts a form', async () => {
    const path = '/api/v1/auth/oidc/google/callback'
    expect(await statusesOf(`POST ${path}`, [JSON_TYPE], '{}')).toEqual([415, 200])
  })

  test('of a form with many or long fields is refused by its size', async () => {
    const path = '/api/v1/auth/oidc/google/callback'
    const lines = ['Content-Type: application/x-www-form-urlencoded']
    for (const form of ['a=&'.repeat(80_000), `code=${'x'.repeat(9000)}`]) {
      expect((await statusesOf(`POST ${path}`, lines, form))[0]).toBe(413)
    }
  })

  test('without a byte is refused as malformed', async () => {
    expect(await statusesOf('POST /api/v1/events', [JSON_TYPE], '')).toEqual([400, 200])
  })

  test.each(['GET', 'HEAD'])('of a %s is ignored', async (method) => {
    const [first] = await statusesOf(`${method} /api/v1/votes?page=2`, [JSON_TYPE], EVENTS)
    expect(first).toBe(200)
  })
})
