import { afterAll, beforeAll, expect, test } from 'bun:test'
import { freePort } from '#build/setup/free-port.mjs'
import { startRedis } from '#build/setup/redis-server.mjs'
import { API_PREFIX } from '#shared/contract/common.ts'
import {
  openSharedDatabase,
  type SharedDatabase,
  withoutClose,
} from '#tests/support/shared-database.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { SATURDAY, startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Analytics events allowed per address and minute. */
const QUOTA = 60

const send = async (server: TestServer, address: string) => {
  const reply = await fetch(`${server.url}${API_PREFIX}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ events: [{ name: 'page_view' }] }),
  })
  await reply.arrayBuffer()
  return reply
}

test('an instance on the embedded database counts separately', async () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1' }
  const server = await startTestServer({ environment, limitFactor: 1 })
  const statuses: number[] = []
  for (let call = 0; call <= QUOTA; call++) {
    statuses.push((await send(server, '203.0.113.7')).status)
  }
  expect(statuses.indexOf(429)).toBe(QUOTA)
  expect((await send(server, '203.0.113.8')).status).not.toBe(429)
  await server.stop()
})

if (testServerUrl !== null) {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let shared: SharedDatabase
  const servers: TestServer[] = []

  beforeAll(async () => {
    redis = await startRedis(await freePort())
    shared = await openSharedDatabase(2)
    const clock = testClock(SATURDAY)
    for (const database of shared.holders) {
      const environment = {
        DATABASE_URL: shared.url ?? '',
        BUS_URL: redis.url,
        JWT_SECRET: 'the same secret for both of the servers',
        TRUSTED_PROXIES: '127.0.0.1',
      }
      servers.push(
        await startTestServer({
          environment,
          database: withoutClose(database),
          clock,
          limitFactor: 1,
        }),
      )
    }
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    await shared.close()
    await redis.stop()
  })

  test('two instances with Redis share one quota and answer Retry-After', async () => {
    const [here, there] = servers
    if (!here || !there) throw new Error('two instances are required')
    for (let call = 0; call < QUOTA; call++) {
      expect((await send(call % 2 === 0 ? here : there, '192.0.2.1')).ok).toBe(true)
    }
    for (const server of servers) {
      const refusal = await send(server, '192.0.2.1')
      expect(refusal.status).toBe(429)
      expect(refusal.headers.get('ratelimit-remaining')).toBe('0')
      const wait = Number(refusal.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(60)
    }
    expect((await send(there, '192.0.2.2')).headers.get('ratelimit-remaining')).toBe(
      String(QUOTA - 1),
    )
  })

  test('an unreachable Redis rejects nobody below the quota', async () => {
    const [here] = servers
    if (!here) throw new Error('no server is running')
    await redis.kill()
    for (let call = 0; call < QUOTA; call++) {
      expect((await send(here, '192.0.2.3')).status).not.toBeOneOf([429, 500, 503])
    }
    expect((await send(here, '192.0.2.3')).status).toBe(429)
    await redis.launch()
  })
}
