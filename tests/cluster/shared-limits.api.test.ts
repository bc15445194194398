import { afterAll, beforeAll, expect, test } from 'bun:test'
import { API_PREFIX } from '#shared/contract/common.ts'
import { eventually } from '#tests/support/eventually.ts'
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

const send = async (server: TestServer, address: string) => {
  const reply = await fetch(`${server.url}${API_PREFIX}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ events: [{ name: 'page_view' }] }),
  })
  await reply.arrayBuffer()
  return reply
}

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

  /** The points of each key of which a server heard from the other, and in how many messages. */
  const hearing = (server: TestServer) => {
    const heard = { points: new Map<string, number>(), messages: 0 }
    server.core.bus.on('spent', ({ counts }) => {
      heard.messages += 1
      for (const [key, points] of Object.entries(counts)) {
        heard.points.set(key, (heard.points.get(key) ?? 0) + points)
      }
    })
    return heard
  }

  const keyOf = (address: string) => `events:address ${address}`

  /** Waits until a server has heard of so many points of an address. */
  const hears = (heard: ReturnType<typeof hearing>, address: string, points: number) =>
    eventually(() => heard.points.get(keyOf(address)) === points, {
      step: () => clock.advance(50),
      what: `it hears of ${points} points`,
    })

  test('who asks them in turn meets the limit of one, at both, and is told when to come back', async () => {
    const heardHere = hearing(here)
    const heardThere = hearing(there)
    for (let n = 1; n <= LIMIT / 2; n++) {
      expect((await send(here, '192.0.2.1')).ok).toBe(true)
      await hears(heardThere, '192.0.2.1', n)
      expect((await send(there, '192.0.2.1')).ok).toBe(true)
      await hears(heardHere, '192.0.2.1', n)
    }
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
    const heardHere = hearing(here)
    const heardThere = hearing(there)
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) => send(n % 2 === 0 ? here : there, '192.0.2.2')),
    )
    const passed = (parity: number) => replies.filter(({ ok }, n) => ok && n % 2 === parity).length
    expect(passed(0) + passed(1)).toBeGreaterThanOrEqual(LIMIT)
    expect(passed(0) + passed(1)).toBeLessThanOrEqual(2 * LIMIT)
    await hears(heardThere, '192.0.2.2', passed(0))
    await hears(heardHere, '192.0.2.2', passed(1))
    expect((await send(here, '192.0.2.2')).status).toBe(429)
    expect((await send(there, '192.0.2.2')).status).toBe(429)
  })

  test('a flood of distinct addresses leaves the others as they were, and the bus in peace', async () => {
    const heard = hearing(there)
    for (let block = 0; block < 10; block++) {
      await Promise.all(
        Array.from({ length: 200 }, (_, n) => send(here, `198.51.${block}.${n + 1}`)),
      )
      clock.advance(50)
    }
    await send(here, '203.0.113.8')
    await hears(heard, '203.0.113.8', 1)
    expect(heard.messages).toBeLessThan(30)
    expect(heard.points.size).toBeGreaterThan(500)
    expect((await send(there, '203.0.113.9')).headers.get('ratelimit-remaining')).toBe(
      String(LIMIT - 1),
    )
  })
} else {
  test('a server alone counts for itself', async () => {
    const environment = { TRUSTED_PROXIES: '127.0.0.1' }
    const server = await startTestServer({ environment, limitFactor: 1 })
    const statuses: number[] = []
    for (let time = 0; time <= LIMIT; time++) {
      statuses.push((await send(server, '203.0.113.7')).status)
    }
    expect(statuses.indexOf(429)).toBe(LIMIT)
    expect((await send(server, '203.0.113.8')).status).not.toBe(429)
    await server.stop()
  })
}
