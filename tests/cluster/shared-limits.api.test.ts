import { afterAll, beforeAll, expect, test } from 'bun:test'
import { API_PREFIX } from '#shared/contract/common.ts'
import {
  keptOpen,
  openSharedDatabase,
  type SharedDatabase,
} from '#tests/support/shared-database.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { SATURDAY, startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Analytics events of one address in a minute. */
const LIMIT = 60
const PATIENCE_MS = 15_000

/** Two whole servers on one PostgreSQL that count together; the embedded database has one process. */
if (testServerUrl !== null) {
  let shared: SharedDatabase
  let clock: TestClock
  let here: TestServer
  let there: TestServer

  beforeAll(async () => {
    shared = await openSharedDatabase(2)
    clock = testClock(SATURDAY)
    const start = (database = shared.holders[0]) => {
      if (!database) throw new Error('there are not two')
      const environment = {
        DATABASE_URL: shared.url ?? '',
        JWT_SECRET: 'the same secret for both of the servers',
        TRUSTED_PROXIES: '127.0.0.1',
      }
      return startTestServer({ environment, database: keptOpen(database), clock, limitFactor: 1 })
    }
    here = await start()
    there = await start(shared.holders[1])
  })
  afterAll(async () => {
    await here.stop()
    await there.stop()
    await shared.close()
  })

  const send = async (server: TestServer, address: string) => {
    const reply = await fetch(`${server.url}${API_PREFIX}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ events: [{ name: 'page_view' }], locale: 'en', platform: 'web' }),
    })
    await reply.arrayBuffer()
    return reply
  }

  const figure = async (server: TestServer, name: string) => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return new RegExp(`^tidemark_bus_${name} (\\d+)$`, 'm').exec(text)?.[1]
  }

  /** Waits until each has heard all that the other said. */
  const agree = async () => {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      clock.advance(60)
      const isHeard =
        (await figure(here, 'sent')) === (await figure(there, 'received')) &&
        (await figure(there, 'sent')) === (await figure(here, 'received'))
      if (isHeard) return
      if (performance.now() > until) throw new Error('they never heard each other')
    }
  }

  test('who asks them in turn meets the limit of one, at both, and is told when to come back', async () => {
    const said: number[] = []
    for (let n = 0; n < LIMIT; n++) {
      said.push((await send(n % 2 === 0 ? here : there, '192.0.2.1')).status)
      await agree()
    }
    expect(said.filter((status) => status !== 200 && status !== 204)).toEqual([])
    for (const server of [here, there]) {
      const refusal = await send(server, '192.0.2.1')
      expect(refusal.status).toBe(429)
      expect(refusal.headers.get('ratelimit-remaining')).toBe('0')
      const wait = Number(refusal.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(60)
    }
  })

  test('who sends to both at once gets at most twice as much, and then nothing', async () => {
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) => send(n % 2 === 0 ? here : there, '192.0.2.2')),
    )
    const passed = replies.filter(({ status }) => status !== 429).length
    expect(passed).toBeGreaterThanOrEqual(LIMIT)
    expect(passed).toBeLessThanOrEqual(2 * LIMIT)
    await agree()
    expect((await send(here, '192.0.2.2')).status).toBe(429)
    expect((await send(there, '192.0.2.2')).status).toBe(429)
  })

  test('a flood of distinct addresses leaves the others as they were, and the bus in peace', async () => {
    const before = Number(await figure(here, 'sent'))
    for (let block = 0; block < 10; block++) {
      await Promise.all(
        Array.from({ length: 200 }, (_, n) => send(here, `198.51.${block}.${n + 1}`)),
      )
      clock.advance(50)
    }
    await agree()
    expect(Number(await figure(here, 'sent')) - before).toBeLessThan(30)
    expect((await send(there, '203.0.113.9')).headers.get('ratelimit-remaining')).toBe(
      String(LIMIT - 1),
    )
  })
}
