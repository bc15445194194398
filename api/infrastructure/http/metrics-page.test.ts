import { describe, expect, test } from 'bun:test'
import { createMetrics } from '#api/infrastructure/metrics.ts'
import { createMetricsPage } from './metrics-page.ts'

const TOKEN = 't'.repeat(32)
const metrics = createMetrics()

/** Reply to a request from `address` with `headers`. */
async function ask(
  rule: { metricsToken: string | null; production: boolean },
  address: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const page = createMetricsPage(() => metrics.registry.metrics(), rule)
  const request = new Request('http://127.0.0.1/metrics', { headers })
  return page(request, address).then(
    ({ status }) => status,
    (error: { status: number }) => error.status,
  )
}

describe('without a token', () => {
  const rule = { metricsToken: null, production: false }

  test('only this machine reads the figures, and nobody through a proxy', async () => {
    expect(await ask(rule, '127.0.0.1')).toBe(200)
    expect(await ask(rule, '::1')).toBe(200)
    expect(await ask(rule, '10.0.0.4')).toBe(404)
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      expect(await ask(rule, '127.0.0.1', { [name]: 'x' })).toBe(404)
    }
  })

  test('in production nobody does: a silent proxy on this machine would open them to all', async () => {
    expect(await ask({ ...rule, production: true }, '127.0.0.1')).toBe(404)
  })
})

describe('with a token', () => {
  const rule = { metricsToken: TOKEN, production: true }

  test('whoever sends it reads them, wherever they are', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect(await ask(rule, '127.0.0.1', headers)).toBe(200)
    expect(await ask(rule, '203.0.113.9', { ...headers, 'x-forwarded-for': '10.1.1.1' })).toBe(200)
  })

  test.each(['', 'Bearer', 'Bearer ', TOKEN, `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, 'Bearer null'])(
    'nobody reads them with %j, not even here',
    async (authorization) => {
      expect(await ask(rule, '127.0.0.1', { authorization })).toBe(404)
      expect(await ask(rule, '127.0.0.1')).toBe(404)
    },
  )
})
