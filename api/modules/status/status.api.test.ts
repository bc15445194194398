import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SystemStatus } from '#shared/contract/status.ts'
import { SATURDAY, startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a guest reads the state of the site, which names nobody', async () => {
  const status = await server.api.get(SystemStatus, '/status')
  expect(status.feed).toMatchObject({ market: 'simulated', source: 'simulated', since: SATURDAY })
  expect(status.database).toEqual({ state: 'ok', since: SATURDAY, isSinceStart: true })
  expect(status.jobs).toMatchObject({ state: 'ok', lastSettlement: null, overdueSince: null })
  expect([status.push.state, status.stream.state]).toEqual(['ok', expect.any(String)])
  const names = Object.values(status).flatMap((part) => Object.keys(part))
  expect(names.filter((name) => /count|people|users|accounts|votes/i.test(name))).toEqual([])
})

test('names the last settlement after it', async () => {
  await server.jump('2026-11-26T02:00:00.000Z')
  await server.services.statusMonitor.run()
  const { jobs } = await server.api.get(SystemStatus, '/status')
  expect(jobs.lastSettlement?.targetDate).toBe('2026-11-26T00:00:00.000Z')
})

test('is cached like other public replies, and stored by a shared cache for a second', async () => {
  const plain = await fetch(`${server.url}/api/v1/status`)
  const etag = plain.headers.get('etag') ?? ''
  expect(plain.headers.get('cache-control')).toBe('no-cache')
  const again = await fetch(`${server.url}/api/v1/status`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect(again.headers.has('x-request-id')).toBe(false)
  const shared = await fetch(`${server.url}/api/v1/status`, { headers: { 'x-shared-cache': 'en' } })
  expect(shared.headers.get('cache-control')).toContain('s-maxage=1')
})
