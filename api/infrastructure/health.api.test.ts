import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { VoteSummary } from '#shared/contract/summary.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createHealth } from './health.ts'

let server: TestServer
/** How the database answers a ping. */
let ping: () => Promise<void>

beforeAll(async () => {
  const database = await openTestDatabase()
  ping = database.ping
  server = await startTestServer({
    database: { ...database, ping: () => ping() },
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  })
})
afterAll(() => server.stop())

const ready = async () => {
  const reply = await fetch(`${server.url}/readyz`)
  return { status: reply.status, body: await reply.json() }
}

describe('readiness', () => {
  test('is 200, 503 while the database is down, and 200 again', async () => {
    const well = ping
    expect(await ready()).toEqual({ status: 200, body: { status: 'ok', failed: [] } })
    ping = () => Promise.reject(new Error('connection refused'))
    expect(await ready()).toEqual({
      status: 503,
      body: { status: 'not ready', failed: ['database'] },
    })
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
    await server.api.get(VoteSummary, '/vote/summary')
    ping = well
    expect((await ready()).status).toBe(200)
  })

  test('is 503 within two seconds when the database hangs', async () => {
    const well = ping
    ping = () => new Promise(() => {})
    const begin = performance.now()
    expect(await ready()).toMatchObject({ status: 503, body: { failed: ['database'] } })
    expect(performance.now() - begin).toBeLessThan(3000)
    ping = well
  })

  test('is 503 while the server stops', async () => {
    const health = createHealth([{ name: 'a', passes: () => true }])
    expect((await health.ready()).status).toBe(200)
    health.stopping()
    const reply = await health.ready()
    expect(reply.status).toBe(503)
    expect(await reply.json()).toEqual({ status: 'not ready', failed: ['stopping'] })
    expect(health.live().status).toBe(200)
  })

  test('lists every failing check', async () => {
    const health = createHealth([
      { name: 'a', passes: () => true },
      { name: 'b', passes: () => false },
      {
        name: 'c',
        passes: () => {
          throw new Error('x')
        },
      },
    ])
    expect(await (await health.ready()).json()).toEqual({
      status: 'not ready',
      failed: ['b', 'c'],
    })
  })
})

describe('/metrics', () => {
  test('is served to this machine', async () => {
    await server.api.get(VoteSummary, '/vote/summary')
    const reply = await fetch(`${server.url}/metrics`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toStartWith('text/plain')
    const text = await reply.text()
    const route = 'route="/api/v1/vote/summary",status="200"'
    expect(text).toMatch(new RegExp(`tidemark_http_requests_total\\{${route}\\} [1-9]`))
    for (const name of [
      'price_age_seconds',
      'rounds_waiting',
      'sweep_failures_total',
      'sweep_age_seconds',
    ]) {
      expect(text).toMatch(new RegExp(`^tidemark_${name} \\d`, 'm'))
    }
  })

  test.each(['203.0.113.9', '127.0.0.1', 'nonsense', ''])(
    'are refused behind a proxy that sends X-Forwarded-For %j',
    async (forwarded) => {
      const reply = await fetch(`${server.url}/metrics`, {
        headers: { 'x-forwarded-for': forwarded },
      })
      expect(reply.status).toBe(404)
    },
  )

  test('has no label per invented path', async () => {
    for (let count = 0; count < 20; count++) await server.api.raw('GET', `/invented/${count}`)
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).not.toContain('invented')
  })
})
