import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { startRedis } from '#build/setup/redis-server.mjs'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { cutPostgresBus } from '#tests/support/cut-bus.ts'
import { waitForAgreement } from './agreement.ts'
import { audit } from './audit.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { soon } from './soon.ts'
import { countOf, type Load, nothingWritten, startLoad } from './writers.ts'

const LOSSES = times(8, 2)
const CLIENTS = 8
/** From the last acknowledged write until every instance shows it. */
const AGREEMENT_MS = 1_000

// The embedded database has one instance and no event bus.
const here = test.skipIf(engine !== 'PostgreSQL')
let place: ChildPlace
let database: Database
let people: People
let redis: Awaited<ReturnType<typeof startRedis>>

beforeAll(async () => {
  if (engine !== 'PostgreSQL') return
  redis = await startRedis(await freePort())
  place = await childPlace()
  database = await place.open()
  people = await createPeople(database, 60_000)
}, 180_000)
afterAll(async () => {
  await database?.close()
  await place?.dispose()
  await redis?.stop()
}, 180_000)

/** A way to lose the event bus and to restore it. */
interface Loss {
  lose(): unknown
  restore(): unknown
  /** An instance that only reads notices a hung Redis after up to 11 s, and is stale until then. */
  isSilent?: boolean
}

/** Two instances write while the event bus is lost and restored repeatedly. */
async function tryLosses(what: string, settings: Record<string, string>, loss: Loss) {
  const children = [0, 1].map(() => place.start({ ...SETTINGS, ...settings }))
  const urls = await Promise.all(children.map(({ url }) => url))
  const written = nothingWritten()
  const replies = new Map<string, number>()
  const slowest = { away: 0, back: 0 }
  const wrote = (count: number) => {
    const enough = countOf(written) + count
    return soon(() => countOf(written) >= enough)
  }
  const endAll = async (loads: Load[]) => {
    await Promise.all(loads.map((load) => load.end()))
    for (const load of loads) {
      for (const [reply, often] of load.replies)
        replies.set(reply, (replies.get(reply) ?? 0) + often)
    }
  }
  /**
   * Writes at every instance while `act` happens, then at one of them at a time; returns how long the
   * slowest took to show it (ms).
   */
  const writeWhile = async (act: () => unknown, isAgreed = true): Promise<number> => {
    const loads = urls.map((url) => startLoad(url, people, written, CLIENTS))
    await wrote(100)
    await act()
    await wrote(100)
    await endAll(loads)
    if (!isAgreed) return 0
    let slowestOf = await waitForAgreement(database, urls)
    for (const url of urls) {
      const load = startLoad(url, people, written, 1)
      await wrote(3)
      await endAll([load])
      slowestOf = Math.max(slowestOf, await waitForAgreement(database, urls))
    }
    return slowestOf
  }
  for (let count = 0; count < LOSSES; count++) {
    slowest.away = Math.max(slowest.away, await writeWhile(loss.lose, !loss.isSilent))
    for (const url of urls) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    slowest.back = Math.max(slowest.back, await writeWhile(loss.restore))
  }
  for (const child of children) child.signal('SIGTERM')
  const codes = await Promise.all(children.map(({ exited }) => exited))
  const failures = await audit(database, written)
  report(`the event bus lost, ${what}`, {
    losses: LOSSES,
    'acknowledged writes': countOf(written),
    failures: failures.length,
    'ms until agreed at most, while it is away': Math.round(slowest.away),
    'ms until agreed at most, when it is back': Math.round(slowest.back),
    replies: formatCounts(replies),
  })
  expect(failures).toEqual([])
  expect([...replies.keys()]).toEqual(['200'])
  expect(codes).toEqual([0, 0])
  expect(Math.max(slowest.away, slowest.back)).toBeLessThan(AGREEMENT_MS)
}

here(
  'instances agree within a second when PostgreSQL ends all bus connections, then one',
  () =>
    tryLosses(
      'connections of PostgreSQL ended',
      {},
      {
        lose: () => cutPostgresBus(database),
        restore: () => cutPostgresBus(database, 1),
      },
    ),
  600_000,
)

here(
  'instances agree within a second while Redis is down and after its restart',
  () =>
    tryLosses(
      'Redis crashed',
      { BUS_URL: redis.url },
      {
        lose: redis.kill,
        restore: redis.launch,
      },
    ),
  600_000,
)

here(
  'instances agree within a second after a Redis that hung goes on',
  () =>
    tryLosses(
      'Redis hanging',
      { BUS_URL: redis.url },
      {
        lose: redis.freeze,
        restore: redis.thaw,
        isSilent: true,
      },
    ),
  600_000,
)
