import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const ORIGIN = 'app://tidemark'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const send = (path: string, origin: string, init: RequestInit = {}) =>
  fetch(`${server.url}/api/v1${path}`, { ...init, headers: { origin, ...init.headers } })

/** Pages of the desktop app have the app:// scheme, which no browser uses. */
describe('the desktop app', () => {
  test('reads replies, including cached ones, without configuration', async () => {
    for (const path of ['/vote/summary', '/vote/summary', '/posts/recent', '/auth/config']) {
      const reply = await send(path, ORIGIN)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('access-control-allow-origin')).toBe(ORIGIN)
      expect(reply.headers.get('vary')?.toLowerCase()).toContain('origin')
    }
  })

  test('may send a vote with its token', async () => {
    const headers = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    }
    const preflight = await send('/votes', ORIGIN, { method: 'OPTIONS', headers })
    expect(preflight.ok).toBe(true)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
      'authorization',
    )
  })

  test.each(['app://elsewhere', 'http://tidemark.localhost', 'https://tidemark.example', 'null'])(
    'does not include the origin %s',
    async (origin) => {
      const reply = await send('/vote/summary', origin)
      expect(reply.headers.get('access-control-allow-origin')).not.toBe(origin)
    },
  )
})
