import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { operationsOf } from '#tests/fuzz/operations.ts'
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

  test('may make every call of the contract with its token', async () => {
    const document = await fetch(`${server.url}/openapi/json`)
    const calls = operationsOf(await document.text())
    expect(new Set(calls.map(({ method }) => method))).toEqual(
      new Set(['GET', 'POST', 'PUT', 'DELETE']),
    )
    for (const { method, path } of calls) {
      const headers = {
        origin: ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,if-none-match',
      }
      const address = path.replaceAll(/\{\w+\}/g, '1')
      const { ok, headers: reply } = await fetch(server.url + address, {
        method: 'OPTIONS',
        headers,
      })
      const allowed = reply.get('access-control-allow-methods')?.split(', ') ?? []
      expect([method, path, ok, allowed.includes(method)]).toEqual([method, path, true, true])
      expect(reply.get('access-control-allow-origin')).toBe(ORIGIN)
      expect(reply.get('access-control-allow-headers')).toBe(
        'authorization, content-type, if-none-match',
      )
      expect(reply.get('access-control-max-age')).toBe('600')
    }
  })

  test('is not offered methods that an address does not have', async () => {
    const headers = { 'access-control-request-method': 'DELETE' }
    const preflight = await send('/votes', ORIGIN, { method: 'OPTIONS', headers })
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS, POST')
  })

  test('may read the headers that it uses, of new, cached and refused replies', async () => {
    const paths = ['/vote/summary', '/vote/summary', '/votes?page=2', '/profile', '/nothing']
    for (const path of paths) {
      const { headers } = await send(path, ORIGIN)
      const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? []
      const limits = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after']
      const price = ['x-price-source', 'x-price-market', 'x-price-age']
      expect(exposed).toEqual(expect.arrayContaining(['etag', ...limits, ...price]))
    }
  })

  test.each(['app://elsewhere', 'http://tidemark.localhost', 'https://tidemark.example', 'null'])(
    'does not include the origin %s',
    async (origin) => {
      const reply = await send('/vote/summary', origin)
      expect(reply.headers.get('access-control-allow-origin')).not.toBe(origin)
    },
  )
})
