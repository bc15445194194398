import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { VoteSummary } from '#shared/contract/summary.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let mina: Person
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 1 })
  mina = await server.person('Mina')
})
afterAll(() => server.stop())

/** Value of the sample whose name and labels begin a line with `start`. */
async function read(start: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${start} `))
  return Number(line?.slice(start.length + 1) ?? 'nothing')
}

const writes = (write: string, outcome: string, code: string) =>
  read(`tidemark_writes_total{write="${write}",outcome="${outcome}",code="${code}"}`)

const liveTarget = async () =>
  (await server.api.get(VoteSummary, '/vote/summary')).target2.targetDate

describe('metrics report', () => {
  test('readiness and version', async () => {
    expect(await read('tidemark_ready')).toBe(1)
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toMatch(
      /^tidemark_build_info\{version="\d+\.\d+\.\d+",commit="[\da-f]{12}",bun="[\d.]+"\} 1$/m,
    )
  })

  test('the runtime, without a walk through its heap at each scrape', async () => {
    expect(await read('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).not.toContain('heap_space')
  })

  test('writes by route and result code', async () => {
    const body = { targetDate: await liveTarget(), vote: 'up' }
    await mina.api.raw('POST', '/votes', { body })
    await mina.api.raw('POST', '/votes', { body })
    await server.api.raw('POST', '/votes', { body })
    await mina.api.raw('POST', '/votes', { body: { vote: 'sideways' } })
    const vote = 'POST /api/v1/votes'
    expect(await writes(vote, 'done', '')).toBe(1)
    expect(await writes(vote, 'refused', 'ALREADY_VOTED')).toBe(1)
    expect(await writes(vote, 'refused', 'NOT_SIGNED_IN')).toBe(1)
    expect(await writes('POST /api/v1/auth/google', 'done', '')).toBe(1)
    await mina.api.raw('PUT', '/posts/frees/987654', { body: { content: 'x' } })
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).not.toContain('987654')
  })

  test('an unavailable database as failed, not rejected writes', async () => {
    const { database } = server.infrastructure
    const query = database.query
    database.query = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }))
    try {
      const reply = await mina.api.raw('POST', '/auth/logout', { body: {} })
      expect(reply.status).toBe(503)
    } finally {
      database.query = query
    }
    expect(await writes('POST /api/v1/auth/logout', 'failed', 'NOT_READY')).toBe(1)
  })

  test('rate-limited calls', async () => {
    for (let count = 0; count < 8; count++) {
      await mina.api.raw('POST', '/posts/frees', { body: { content: 'again' } })
    }
    expect(await read('tidemark_rate_limited_total{action="post",by="user"}')).toBe(3)
    expect(await writes('POST /api/v1/posts/:boardType', 'refused', 'RATE_LIMITED')).toBe(3)
  })

  test('cache hits and rebuilds', async () => {
    const route = '{route="/api/v1/users/rankers"}'
    const see = () => server.api.raw('GET', '/users/rankers')
    await see()
    await see()
    const answers = await read(`tidemark_cached_replies_total${route}`)
    const rebuilds = await read(`tidemark_cache_rebuilds_total${route}`)
    await see()
    await see()
    expect(await read(`tidemark_cached_replies_total${route}`)).toBe(answers + 2)
    expect(await read(`tidemark_cache_rebuilds_total${route}`)).toBe(rebuilds)
  })

  test('use of the database connections', async () => {
    const open = await read('tidemark_database_connections')
    if (server.infrastructure.database.kind === 'pglite') expect(open).toBeNaN()
    else {
      expect(open).toBeGreaterThan(0)
      expect(await read('tidemark_database_connections_max')).toBe(20)
      // The seven queries of the scrape itself may appear as waiting.
      expect(await read('tidemark_database_connections_waiting')).toBeLessThanOrEqual(7)
    }
  })

  test('the delay of the last settlement, counted once', async () => {
    expect(await read('tidemark_settlement_last_lateness_seconds')).toBeNaN()
    await server.jump('2026-11-23T00:00:07.000Z')
    expect(await read('tidemark_settlement_last_lateness_seconds')).toBe(7)
    expect(await read('tidemark_settlement_lateness_seconds_count')).toBe(1)
    expect(await read('tidemark_settlement_lateness_seconds_sum')).toBe(7)
    expect(await read('tidemark_settlement_duration_seconds_count')).toBe(1)
    await server.jump('2026-11-23T00:00:09.000Z')
    expect(await read('tidemark_settlement_lateness_seconds_count')).toBe(1)
  })

  test('dropped views', async () => {
    const { database } = server.infrastructure
    const query = database.query
    database.query = () => Promise.reject(new Error('no'))
    server.services.views.add('post', 1, 'somebody')
    await server.services.views.flush().finally(() => {
      database.query = query
    })
    expect(await read('tidemark_view_write_failures_total')).toBe(1)
    expect(await read('tidemark_views_lost_total')).toBe(1)
  })

  test('stream activity', async () => {
    const before = await read('tidemark_stream_messages_total')
    server.clock.advance(60_000)
    await eventually(() => server.clock.pending() > 0)
    expect(await read('tidemark_stream_messages_total')).toBeGreaterThan(before)
    expect(await read('tidemark_stream_slow_listeners')).toBe(0)
  })
})
