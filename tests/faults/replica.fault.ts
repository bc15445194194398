import { afterAll, beforeAll, expect, test } from 'bun:test'
import { FRESH_MS } from '#api/infrastructure/database/replica-watch.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { fillLists } from '#tests/load/fill.ts'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { tellCounts } from '#tests/support/counts.ts'
import {
  metricOf,
  openQuietly,
  type ReplicaPair,
  sameDatabaseAt,
  startReplicaPair,
} from '#tests/support/replica-pair.ts'
import { freesAsGuest, startGuests } from './guests.ts'
import { makePeople, type People, SETTINGS } from './people.ts'
import { soon } from './soon.ts'
import { engine, inWords, tell, times } from './tell.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

/** How many answers were anything else than well. */
const notWell = (answers: ReadonlyMap<string, number>) =>
  [...answers].reduce((sum, [answer, times]) => (answer === '200' ? sum : sum + times), 0)

const FAULTS = times(10, 2)
const ROWS = 20_000
const PAGES = ROWS / 10
const REQUESTS = 1_000

// The embedded database has no replicas.
const here = test.skipIf(engine !== 'PostgreSQL')
let pair: ReplicaPair
let place: ChildPlace
let people: People
let settings: Record<string, string>

beforeAll(async () => {
  if (engine !== 'PostgreSQL') return
  pair = await startReplicaPair()
  place = await childPlace({ serverUrl: pair.primary.url })
  const database = await place.open()
  await fillLists(database, ROWS)
  people = await makePeople(database, 60_000)
  await database.close()
  const replica = sameDatabaseAt(pair.standby.url, place.databaseUrl ?? '')
  settings = { ...SETTINGS, DATABASE_REPLICA_URL: replica }
}, 180_000)
afterAll(async () => {
  await place?.dispose()
  await pair?.stop()
}, 180_000)

/** Waits until the server says that its replica is usable, or is not. */
async function usable(url: string, wanted: boolean): Promise<void> {
  while ((await metricOf(url, 'tidemark_replica_usable')) !== Number(wanted)) await Bun.sleep(20)
}

/** Transactions on the primary while a server lives that answers `requests` of guests. */
async function transactions(environment: Record<string, string>, requests: number) {
  const server = openQuietly(pair.primary.url)
  const name = new URL(place.databaseUrl ?? '').pathname.slice(1)
  // A connection hands in what it counted at its end at the latest, so the server's end is waited for.
  const count = async () => {
    const [row] = await server.query(
      statement('SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = $1', {
        count: column.int,
      }),
      [name],
    )
    return row?.count ?? 0
  }
  const before = await count()
  const child = place.start(environment)
  const url = await child.url
  if ('DATABASE_REPLICA_URL' in environment) await usable(url, true)
  await startGuests(url, PAGES, { total: requests }).end()
  child.signal('SIGTERM')
  await child.exited
  const made = (await count()) - before
  await server.close()
  return made
}

here(
  `${REQUESTS} guests on deep pages: what of it reaches the primary`,
  async () => {
    const alone = await transactions(SETTINGS, REQUESTS)
    const aloneIdle = await transactions(SETTINGS, 0)
    const helped = await transactions(settings, REQUESTS)
    const helpedIdle = await transactions(settings, 0)
    tellCounts(`transactions on the primary for ${REQUESTS} requests of guests`, {
      'without a replica': alone - aloneIdle,
      'with one': helped - helpedIdle,
    })
    expect(helped - helpedIdle).toBeLessThan((alone - aloneIdle) / 10)
  },
  300_000,
)

here(
  `the replica is killed ${FAULTS} times under load: every guest is answered`,
  async () => {
    const child = place.start(settings)
    const url = await child.url
    await usable(url, true)
    const written = nothingWritten()
    const load = startLoad(url, people, written, 8)
    const guests = startGuests(url, PAGES)
    const more = (than: number) => soon(() => guests.count() > than + 200)
    for (let fault = 0; fault < FAULTS; fault++) {
      const served = await metricOf(url, 'tidemark_guest_reads_replica_total')
      await more(guests.count())
      expect(await metricOf(url, 'tidemark_guest_reads_replica_total')).toBeGreaterThan(served)
      await pair.standby.halt(fault % 2 === 0 ? 'immediate' : 'fast')
      await usable(url, false)
      await more(guests.count())
      await pair.standby.resume()
      await usable(url, true)
    }
    const sides = {
      replica: await metricOf(url, 'tidemark_guest_reads_replica_total'),
      primary: await metricOf(url, 'tidemark_guest_reads_primary_total'),
    }
    await Promise.all([load.end(), guests.end()])
    tell('replica killed', {
      times: FAULTS,
      'guests read there': sides.replica,
      'guests read on the primary': sides.primary,
      'answers to guests': inWords(guests.answers),
      'acknowledged writes': countOf(written),
      'answers to writers': inWords(load.answers),
      failures: notWell(guests.answers) + notWell(load.answers),
    })
    expect([...guests.answers.keys()]).toEqual(['200'])
    expect([...load.answers.keys()]).toEqual(['200'])
    child.signal('SIGTERM')
    expect(await child.exited).toBe(0)
  },
  600_000,
)

here(
  'the replica stands still under load: no guest reads what is older than five seconds',
  async () => {
    const child = place.start(settings)
    const url = await child.url
    await usable(url, true)
    const before = await freesAsGuest(url)
    const written = nothingWritten()
    const load = startLoad(url, people, written, 4)
    await soon(() => written.posts.size > 50)
    await pair.onStandby('SELECT pg_wal_replay_pause()')

    /** How many posts were acknowledged, and when. */
    const acknowledged: { at: number; posts: number }[] = []
    const late: string[] = []
    const behind = { most: 0 }
    const end = performance.now() + 2.5 * FRESH_MS
    while (performance.now() < end) {
      const at = performance.now()
      acknowledged.push({ at, posts: written.posts.size })
      const seen = (await freesAsGuest(url)) - before
      const due = acknowledged.findLast((known) => known.at <= at - FRESH_MS)?.posts ?? 0
      if (seen < due) late.push(`${seen} posts are shown, ${due} are older than five seconds`)
      const oldest = acknowledged.find(({ posts }) => posts > seen)?.at ?? at
      behind.most = Math.max(behind.most, at - oldest)
    }
    expect(await metricOf(url, 'tidemark_replica_usable')).toBe(0)
    await pair.onStandby('SELECT pg_wal_replay_resume()')
    await usable(url, true)
    await load.end()
    tellCounts('replica stands still', {
      looks: acknowledged.length,
      'ms behind at most': Math.round(behind.most),
      late: late.length,
    })
    expect(late).toEqual([])
    // It did fall behind before it was set aside.
    expect(behind.most).toBeGreaterThan(1000)
    child.signal('SIGTERM')
    expect(await child.exited).toBe(0)
  },
  300_000,
)
