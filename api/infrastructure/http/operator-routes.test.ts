import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { createHealth } from '#api/infrastructure/health.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createMetrics } from '#api/infrastructure/metrics.ts'
import { errorReplies } from './error-replies.ts'
import { operatorRoutes } from './operator-routes.ts'
import { requestContext } from './request-context.ts'

const TOKEN = 't'.repeat(32)

/** Status of a request from `address` with `headers`. */
async function statusOf(
  config: { metricsToken: string | null; production: boolean },
  address: string,
  headers: Record<string, string> = {},
  host = '127.0.0.1:3000',
): Promise<number> {
  const app = new Elysia()
    .use(requestContext)
    .onRequest((context) => {
      context.clientAddress = address
    })
    .use(errorReplies({ log: createLog('silent'), fieldErrors: {}, routes: [] }))
    .use(operatorRoutes({ health: createHealth([]), registry: createMetrics().registry, config }))
  const reply = await app.handle(new Request(`http://${host}/metrics`, { headers }))
  return reply.status
}

describe('without a token', () => {
  const rule = { metricsToken: null, production: false }

  test('only this machine reads the metrics, and no client of a proxy', async () => {
    expect(await statusOf(rule, '127.0.0.1')).toBe(200)
    expect(await statusOf(rule, '::1')).toBe(200)
    expect(await statusOf(rule, '10.0.0.4')).toBe(404)
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      expect(await statusOf(rule, '127.0.0.1', { [name]: 'x' })).toBe(404)
    }
  })

  test('only names of this machine work, not one of a page that resolves here', async () => {
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:9', 'LOCALHOST']) {
      expect(await statusOf(rule, '127.0.0.1', {}, host)).toBe(200)
    }
    for (const host of ['rebound.example:3000', 'localhost.rebound.example', '127.0.0.1.nip.io']) {
      expect(await statusOf(rule, '127.0.0.1', {}, host)).toBe(404)
    }
  })

  test('nobody reads them in production, where a local proxy without headers would expose them', async () => {
    expect(await statusOf({ ...rule, production: true }, '127.0.0.1')).toBe(404)
  })
})

describe('with a token', () => {
  const rule = { metricsToken: TOKEN, production: true }

  test('a request with the token reads the metrics from any address', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect(await statusOf(rule, '127.0.0.1', headers)).toBe(200)
    expect(await statusOf(rule, '203.0.113.9', { ...headers, 'x-forwarded-for': '10.1.1.1' })).toBe(
      200,
    )
  })

  test.each(['', 'Bearer', 'Bearer ', TOKEN, `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, 'Bearer null'])(
    '%j is refused, even from this machine',
    async (authorization) => {
      expect(await statusOf(rule, '127.0.0.1', { authorization })).toBe(404)
      expect(await statusOf(rule, '127.0.0.1')).toBe(404)
    },
  )
})
