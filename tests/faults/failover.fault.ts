import { afterAll, beforeAll, expect, test } from 'bun:test'
import pg from 'pg'
import type { Database } from '#api/infrastructure/database/database.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { startCluster } from '#build/setup/postgres-cluster.mjs'
import { startStandby } from '#build/setup/postgres-standby.mjs'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { audit } from './audit.ts'
import { metric, timeUntil } from './metric.ts'
import { createPeople, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { soon } from './soon.ts'
import { watchGap } from './write-gap.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

const WRITERS = 24
/** Acknowledged writes before and after each fault. */
const WRITES = times(3_000, 500)
/** A cluster manager needs a while until it promotes (ms). */
const OUTAGE_MS = 2_000
/** The site must answer again within this time after the promotion (ms). */
const LIMIT_MS = 10_000
const SAMPLE_MS = 100

// The embedded database has no standby.
const here = test.skipIf(engine !== 'PostgreSQL')

interface Pair {
  primary: Awaited<ReturnType<typeof startCluster>>
  standby: Awaited<ReturnType<typeof startStandby>>
  place: ChildPlace
  /** The database on both servers, the primary first. */
  url: string
  /** The database on the standby. */
  standbyUrl: string
}
let pair: Pair | null = null
let isPrimaryGone = false

/** A connection of an operator, which may write on a primary that is set to be read-only. */
async function run(url: string, ...texts: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query('SET default_transaction_read_only = off')
  for (const text of texts) await client.query(text)
  await client.end()
}

/** A primary whose commits wait for its standby. */
async function startPair(): Promise<Pair> {
  const primary = await startCluster()
  const standby = await startStandby(primary.url)
  const synchronous = "ALTER SYSTEM SET synchronous_standby_names = '*'"
  await run(primary.url, synchronous, 'SELECT pg_reload_conf()')
  const place = await childPlace({ serverUrl: primary.url })
  const one = new URL(place.databaseUrl ?? '')
  const other = new URL(standby.url)
  other.pathname = one.pathname
  const url = one.href.replace(one.host, `${one.host},${other.host}`)
  return { primary, standby, place, url, standbyUrl: other.href }
}

beforeAll(() => {
  isPrimaryGone = false
})
afterAll(endPair, 180_000)

async function endPair(): Promise<void> {
  if (!pair) return
  // Its database ends with the server.
  const { primary, standby, place } = pair
  pair = null
  if (isPrimaryGone) {
    await place.dispose().catch(() => {})
  } else {
    const settings = ['default_transaction_read_only', 'synchronous_standby_names']
    await run(primary.url, ...settings.map((name) => `ALTER SYSTEM RESET ${name}`))
    await run(primary.url, 'SELECT pg_reload_conf()')
    await place.dispose()
    await primary.stop()
  }
  await standby.stop()
}

/** Counts the owners of the jobs ten times a second until it is stopped. */
function watchOwners(instances: readonly ChildServer[]) {
  const samples: number[] = []
  let isStopped = false
  const watch = async () => {
    while (!isStopped) {
      const held = await Promise.all(
        instances.map((instance) => metric(instance, 'tidemark_job_lock_held')),
      )
      samples.push(held.filter((value) => value === 1).length)
      await Bun.sleep(SAMPLE_MS)
    }
  }
  const done = watch()
  const stop = async () => {
    isStopped = true
    await done
    return samples
  }
  return { samples, stop }
}

async function failOver(what: string, fault: (of: Pair) => Promise<void>): Promise<void> {
  pair = await startPair()
  const { place, url, standbyUrl } = pair
  const settings = { ...SETTINGS, DATABASE_URL: url }
  const instances = [place.start(settings), place.start(settings)]
  const urls = await Promise.all(instances.map((instance) => instance.url))
  const before: Database = await place.open()
  const people = await createPeople(before, 60_000)
  await before.close()
  const written = nothingWritten()
  const owners = watchOwners(instances)
  const loads = urls.map((one) => startLoad(one, people, written, WRITERS / 2, 'continue'))
  const wrote = (count: number) => {
    const enough = countOf(written) + count
    return soon(() => countOf(written) >= enough)
  }
  await wrote(WRITES)
  const stopGap = watchGap(written)
  await fault(pair)
  const promotedAt = performance.now()
  await run(standbyUrl, 'SELECT pg_promote()')
  await wrote(1)
  const back = Math.round(performance.now() - promotedAt)
  await wrote(WRITES)
  const longestGap = stopGap()
  const ready = await Promise.all(
    instances.map((instance) =>
      timeUntil(async () => (await metric(instance, 'tidemark_bus_connected')) === 1),
    ),
  )
  await timeUntil(async () => owners.samples.at(-1) === 1)
  await Promise.all(loads.map((load) => load.end()))
  const samples = await owners.stop()
  const promoted = openPostgres({ url: standbyUrl, connections: 4, onConnectionError: () => {} })
  const failures = await audit(promoted, written)
  await promoted.close()
  const replies = new Map<string, number>()
  for (const load of loads) {
    for (const [reply, often] of load.replies) replies.set(reply, (replies.get(reply) ?? 0) + often)
  }
  report(what, {
    'acknowledged writes': countOf(written),
    failures: failures.length,
    'ms until the first write after the promotion': back,
    'ms without an acknowledged write at most': longestGap,
    'ms until on the bus at most': Math.round(Math.max(...ready)),
    'owners of the jobs at most': Math.max(...samples),
    'ms of the slowest reply': Math.round(Math.max(...loads.map((load) => load.slowest()))),
    replies: formatCounts(replies),
  })
  expect(failures).toEqual([])
  expect(back).toBeLessThan(LIMIT_MS)
  expect(Math.max(...samples)).toBe(1)
  expect([...replies.keys()].filter((reply) => !/^(200|503 NOT_READY)$/.test(reply))).toEqual([])
  for (const instance of instances) instance.signal('SIGTERM')
  expect(await Promise.all(instances.map(({ exited }) => exited))).toEqual([0, 0])
}

here(
  'kill -9 of the primary and promotion of its standby under load lose no acknowledged write',
  async () => {
    await failOver('kill -9 of the primary, promotion of the standby', async ({ primary }) => {
      isPrimaryGone = true
      primary.kill()
      await Bun.sleep(OUTAGE_MS)
    })
    await endPair()
  },
  600_000,
)

here(
  'a switchover from a primary that turns read-only under open connections loses none either',
  async () => {
    isPrimaryGone = false
    await failOver('read-only primary, promotion of the standby', async ({ primary }) => {
      const readOnly = 'ALTER SYSTEM SET default_transaction_read_only = on'
      await run(primary.url, readOnly, 'SELECT pg_reload_conf()')
      await Bun.sleep(OUTAGE_MS)
    })
    await endPair()
  },
  600_000,
)
