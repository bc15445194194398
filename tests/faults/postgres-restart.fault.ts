import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startPostgres } from '#build/setup/postgres.mjs'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { audit } from './audit.ts'
import { untilReady } from './metric.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { soon } from './soon.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

const RESTARTS = times(6, 2)
/** Recovery time after the server accepts connections. */
const RECOVERY_MS = 5_000

// Uses a PostgreSQL server of its own.
const here = test.skipIf(engine !== 'PostgreSQL')
let postgres: Awaited<ReturnType<typeof startPostgres>>
let place: ChildPlace
let people: People
let child: ChildServer

beforeAll(async () => {
  if (engine !== 'PostgreSQL') return
  postgres = await startPostgres()
  place = await childPlace({ serverUrl: postgres.url })
  child = place.start(SETTINGS)
  await child.url
  const database = await place.open()
  people = await createPeople(database, 60_000)
  await database.close()
}, 180_000)
afterAll(async () => {
  await place?.dispose()
  await postgres?.stop()
}, 180_000)

here(
  `PostgreSQL restarted under load ${RESTARTS} times: 503 at worst, then recovered`,
  async () => {
    const url = await child.url
    const written = nothingWritten()
    const load = startLoad(url, people, written)
    const slowest = { ms: 0 }
    for (let restart = 0; restart < RESTARTS; restart++) {
      const enough = countOf(written) + 300
      await soon(() => countOf(written) >= enough)
      await postgres.restart(restart % 2 === 0 ? 'fast' : 'immediate')
      const back = performance.now()
      const [votes, posts] = [written.votes.size, written.posts.size]
      await soon(() => written.votes.size > votes && written.posts.size > posts)
      await untilReady(url)
      slowest.ms = Math.max(slowest.ms, performance.now() - back)
    }
    await load.end()
    const database = await place.open()
    const failures = await audit(database, written)
    await database.close()
    report('PostgreSQL restarted', {
      restarts: RESTARTS,
      'acknowledged writes': countOf(written),
      failures: failures.length,
      'ms to recover at most': Math.round(slowest.ms),
      replies: formatCounts(load.replies),
    })
    expect(failures).toEqual([])
    expect([...load.replies.keys()].filter((reply) => !/^200$|^503 /.test(reply))).toEqual([])
    expect(slowest.ms).toBeLessThan(RECOVERY_MS)
    child.signal('SIGTERM')
    expect(await child.exited).toBe(0)
  },
  600_000,
)
