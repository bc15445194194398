import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { type SlowProxy, startSlowProxy } from '#tests/support/slow-proxy.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { audit } from './audit.ts'
import { memoryOf } from './memory.ts'
import { timeUntil } from './metric.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { formatCounts, report, times } from './report.ts'
import { soon } from './soon.ts'
import { countOf, type Load, nothingWritten, startLoad, type Written } from './writers.ts'

const ROUNDS = times(3, 1)
/** 5 s for a connection of the pool, 10 s for a statement, the rest for a slow machine. */
const ANSWER_MS = 20_000
/** A write waits for connections and for each of its statements in turn, all of them in time: 19 to 30 s. */
const LATE_ANSWER_MS = 40_000
/** Longer than that, so that endless waits are noticed. */
const HANG_MS = 25_000
const RECOVERY_LIMIT_MS = 5_000
const CLIENTS_AT_ONCE = 1_000

/** The pool, the job lock and the listener for events. */
const MAX_CONNECTIONS = 20 + 2

// For the embedded database see slow-disk.
const here = test.skipIf(testServerUrl === null)
let way: SlowProxy
let place: ChildPlace
let people: People
let child: ChildServer
let url: string
let written: Written
let load: Load

beforeAll(async () => {
  if (testServerUrl === null) return
  way = await startSlowProxy(testServerUrl)
  place = await childPlace({ serverUrl: way.url })
  const database = await place.open()
  people = await createPeople(database, 60_000)
  await database.close()
}, 180_000)
afterAll(async () => {
  await place?.dispose()
  await way?.stop()
}, 180_000)
beforeEach(async () => {
  if (testServerUrl === null) return
  // Without thousands of log lines of failed requests, which would be a load of their own.
  child = place.start({ ...SETTINGS, LOG_LEVEL: 'silent' })
  url = await child.url
  written = nothingWritten()
}, 180_000)
afterEach(async () => {
  if (testServerUrl === null) return
  child.signal('SIGKILL')
  await child.exited
}, 180_000)

const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
const more = (writes: number) => {
  const enough = countOf(written) + writes
  return soon(() => countOf(written) >= enough)
}

/** Milliseconds until a write succeeds and /readyz is 200. */
async function timeToRecover(): Promise<number> {
  const since = performance.now()
  await more(1)
  await timeUntil(async () => (await statusOf('/readyz')) === 200, '/readyz answers 200')
  return performance.now() - since
}

/** Ends the load and audits it: nothing lost or duplicated, no error but 503. */
async function judge(what: string, counts: Record<string, number | string>): Promise<void> {
  await load.end()
  const database = await place.open()
  const failures = await audit(database, written)
  await database.close()
  report(what, {
    ...counts,
    'acknowledged writes': countOf(written),
    failures: failures.length,
    'ms for the slowest answer': Math.round(load.slowest()),
    replies: formatCounts(load.replies),
  })
  expect(failures).toEqual([])
  expect([...load.replies.keys()].filter((reply) => !/^200$|^503 NOT_READY$/.test(reply))).toEqual(
    [],
  )
}

here(
  `a database that replies 200 ms and 2 s late, ${ROUNDS} times: slow or 503, then recovered`,
  async () => {
    load = startLoad(url, people, written)
    let slowest = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const late of [200, 2_000]) {
        await more(150)
        way.delay(late)
        await more(40)
        expect(await statusOf('/livez')).toBe(200)
        expect(way.connections()).toBeLessThanOrEqual(MAX_CONNECTIONS)
        way.flow()
        slowest = Math.max(slowest, await timeToRecover())
      }
    }
    await judge('slow database, PostgreSQL', {
      'slow times': 2 * ROUNDS,
      'ms to recover at most': Math.round(slowest),
    })
    expect(slowest).toBeLessThan(RECOVERY_LIMIT_MS)
    expect(load.slowest()).toBeLessThan(LATE_ANSWER_MS)
  },
  600_000,
)

here(
  `an unresponsive database, ${ROUNDS} times: 503 within 15 s, then recovered`,
  async () => {
    load = startLoad(url, people, written)
    let slowest = 0
    for (let round = 0; round < ROUNDS; round++) {
      await more(150)
      way.hang()
      await Bun.sleep(HANG_MS)
      expect(await statusOf('/livez')).toBe(200)
      expect(await statusOf('/readyz')).toBe(503)
      way.flow()
      slowest = Math.max(slowest, await timeToRecover())
    }
    await judge('silent database, PostgreSQL', {
      'silent times': ROUNDS,
      'ms to recover at most': Math.round(slowest),
    })
    expect(slowest).toBeLessThan(RECOVERY_LIMIT_MS)
    expect(load.slowest()).toBeLessThan(ANSWER_MS)
  },
  600_000,
)

here(
  `a database whose machine is replaced, ${ROUNDS} times: the old connections are closed`,
  async () => {
    load = startLoad(url, people, written)
    let slowest = 0
    for (let round = 0; round < ROUNDS; round++) {
      await more(150)
      way.replace()
      slowest = Math.max(slowest, await timeToRecover())
    }
    await judge('database machine replaced, PostgreSQL', {
      replacements: ROUNDS,
      'ms to recover at most': Math.round(slowest),
    })
    expect(load.slowest()).toBeLessThan(ANSWER_MS)
  },
  600_000,
)

here(
  `${CLIENTS_AT_ONCE} clients before a database that replies 2 s late: 503 after their time limit, constant memory`,
  async () => {
    load = startLoad(url, people, written, CLIENTS_AT_ONCE)
    await more(500)
    const before = memoryOf(child.pid)
    const refused = () => load.replies.get('503 NOT_READY') ?? 0
    way.delay(2_000)
    for (let pile = 0; pile < ROUNDS; pile++) {
      const enough = refused() + 2 * CLIENTS_AT_ONCE
      await soon(() => refused() >= enough)
      expect(await statusOf('/livez')).toBe(200)
      expect(way.connections()).toBeLessThanOrEqual(MAX_CONNECTIONS)
    }
    const grown = memoryOf(child.pid) - before
    way.flow()
    const back = await timeToRecover()
    await judge('queued requests, PostgreSQL', {
      'clients at once': CLIENTS_AT_ONCE,
      'MB grown': grown,
      'ms to recover': Math.round(back),
    })
    expect(grown).toBeLessThan(100)
  },
  600_000,
)
