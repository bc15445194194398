import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eventuallyDone } from '#tests/support/eventually.ts'
import { startBinance } from '#tests/support/exchange/binance.ts'
import { nowhere } from '#tests/support/exchange/nowhere.ts'
import type { StandIn } from '#tests/support/exchange/stand-in.ts'
import { plannedTape } from '#tests/support/planned-exchange.ts'
import {
  openSharedDatabase,
  type SharedDatabase,
  withoutClose,
} from '#tests/support/shared-database.ts'
import { connectedBuses } from '#tests/support/test-bus.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { sharedJobLocks } from '#tests/support/test-job-lock.ts'
import { SATURDAY, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { readMarketKind, recordMarketKind } from './market-kind.ts'

let shared: SharedDatabase
let clock: TestClock
let exchange: StandIn
let started: TestServer[]

beforeEach(async () => {
  shared = await openSharedDatabase(2)
  clock = testClock(SATURDAY)
  exchange = startBinance({ tape: plannedTape([['2026-11-01T00:00:00Z', 60_000]]), clock })
  started = []
})
afterEach(async () => {
  for (const server of started) await server.stop()
  await exchange.stop()
  await shared.close()
})

/** Starts a server per setting concurrently on an empty database. */
async function startTogether(feeds: string[], settings: Record<string, string>) {
  const jobLocks = sharedJobLocks(feeds.length)
  const buses = await connectedBuses(feeds.length)
  const starts = feeds.map(async (feed, index) => {
    const [database, bus, jobLock] = [shared.holders[index], buses[index]?.bus, jobLocks[index]]
    if (!database || !bus || !jobLock) throw new Error('unknown instance')
    const server = await startTestServer({
      clock,
      environment: { PRICE_FEED: feed, ...settings },
      bus,
      database: withoutClose(database),
      jobLock,
    })
    started.push(server)
    return server.infrastructure.market.kind()
  })
  // The clock advances only for the waiting instance, not during requests of the first one.
  return eventuallyDone(Promise.allSettled(starts), () => {
    if (started.length > 0) clock.advance(10)
  })
}

const kinds = (results: PromiseSettledResult<string>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : `${result.reason}`))

describe('two instances that start on an empty database together', () => {
  test('both show real prices when an exchange is reachable', async () => {
    const results = await startTogether(['auto', 'auto'], {
      ...nowhere,
      ...exchange.settings,
    })
    expect(kinds(results)).toEqual(['real', 'real'])
    expect(exchange.connectionsEver()).toBeLessThan(2)
  })

  test('both show simulated prices when no exchange is reachable, decided by one instance', async () => {
    const results = await startTogether(['auto', 'auto'], nowhere)
    expect(kinds(results)).toEqual(['simulated', 'simulated'])
  })

  test('one of two with contradicting settings fails with the reason', async () => {
    const results = await startTogether(['simulated', 'binance'], {
      ...nowhere,
      ...exchange.settings,
    })
    const running = results.filter(({ status }) => status === 'fulfilled')
    expect(running).toHaveLength(1)
    const [kind] = kinds(running)
    const [database] = shared.holders
    const remembered = database ? await readMarketKind(database) : null
    expect<string | null>(remembered).toBe(kind ?? 'none')
    expect(kinds(results).find((result) => result !== kind)).toMatch(/^Error: .*PRICE_FEED.*$/)
  })
})

test('records one market kind when many instances record concurrently', async () => {
  const recorded = Array.from({ length: 12 }, (_, index) => {
    const database = shared.holders[index % 2]
    if (!database) throw new Error('unknown instance')
    return recordMarketKind(database, index % 3 === 0 ? 'real' : 'simulated')
  })
  expect(new Set(await Promise.all(recorded)).size).toBe(1)
})
