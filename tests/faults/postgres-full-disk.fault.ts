import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { startPostgres } from '#build/setup/postgres.mjs'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { audit } from './audit.ts'
import { timeUntil, untilReady } from './metric.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { mountDisk } from './small-disk.ts'
import { soon } from './soon.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

const FILLINGS = times(4, 2)
/** Recovery time after PostgreSQL accepts connections. */
const RECOVERY_MS = 5_000

const disk = engine === 'PostgreSQL' ? mountDisk(400) : null
let postgres: Awaited<ReturnType<typeof startPostgres>>
let place: ChildPlace
let people: People

beforeAll(async () => {
  if (disk === null) return
  // Without space for its log PostgreSQL exits; a service manager restarts it.
  postgres = await startPostgres({ within: disk.folder, restarts: true })
  place = await childPlace({ serverUrl: postgres.url })
  const database = await place.open()
  people = await createPeople(database, 60_000)
  await database.close()
}, 180_000)
afterAll(async () => {
  await place?.dispose()
  await postgres?.stop()
  disk?.remove()
}, 180_000)

/** Fills the log segments until PostgreSQL panics because it cannot create the next one. */
async function exhaustLog(): Promise<void> {
  const options = { url: postgres.url, connections: 1, onConnectionError: () => {} }
  const database = openPostgres(options)
  try {
    const fill = statement('SELECT pg_switch_wal(), pg_logical_emit_message(false, $1, $1)')
    const panics = () =>
      database.query(fill, ['x']).then(
        () => false,
        () => true,
      )
    await timeUntil(panics, 'PostgreSQL panics without room for its log')
  } finally {
    await database.close()
  }
}

/** Waits until PostgreSQL accepts connections. */
async function untilPostgresIsBack(): Promise<void> {
  const isBack = async () => {
    try {
      const database = await place.open()
      await database.close()
      return true
    } catch {
      return false
    }
  }
  await timeUntil(isBack, 'PostgreSQL accepts connections')
}

test.skipIf(disk === null)(
  `the disk of PostgreSQL filled under load ${FILLINGS} times, half of them without room for its log (needs root to mount): 503, then recovered`,
  async () => {
    const child = place.start({ ...SETTINGS, LOG_LEVEL: 'silent' })
    const url = await child.url
    const written = nothingWritten()
    const load = startLoad(url, people, written)
    const refused = () => load.replies.get('503 NOT_READY') ?? 0
    let slowest = 0
    for (let filling = 0; filling < FILLINGS; filling++) {
      const enough = countOf(written) + 300
      await soon(() => countOf(written) >= enough)
      const before = refused()
      disk?.fill()
      if (filling % 2 === 1) await exhaustLog()
      await soon(() => refused() >= before + 500)
      expect((await fetch(`${url}/livez`)).status).toBe(200)
      disk?.free()
      await untilPostgresIsBack()
      const back = performance.now()
      const [votes, posts] = [written.votes.size, written.posts.size]
      await soon(() => written.votes.size > votes && written.posts.size > posts)
      await untilReady(url)
      slowest = Math.max(slowest, performance.now() - back)
    }
    await load.end()
    const database = await place.open()
    const failures = await audit(database, written)
    await database.close()
    report('full disk, PostgreSQL', {
      fillings: FILLINGS,
      'acknowledged writes': countOf(written),
      failures: failures.length,
      'ms to recover at most': Math.round(slowest),
      replies: formatCounts(load.replies),
    })
    expect(failures).toEqual([])
    expect([...load.replies.keys()].sort()).toEqual(['200', '503 NOT_READY'])
    expect(slowest).toBeLessThan(RECOVERY_MS)
  },
  600_000,
)
