import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { trackRequests } from './track-requests.ts'

test('warns once of X-Forwarded-For from a peer that is no trusted proxy', async () => {
  const warnings: string[] = []
  const log = { warn: (message: unknown) => warnings.push(String(message)) }
  const app = new Elysia().use(trackRequests({ trustedProxies: [], log })).get('/', () => 'ok')
  await app.handle(new Request('http://localhost/'))
  expect(warnings).toEqual([])
  for (let count = 0; count < 3; count++) {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    await app.handle(new Request('http://localhost/', { headers }))
  }
  expect(warnings).toEqual([expect.stringContaining('TRUSTED_PROXIES')])
})
