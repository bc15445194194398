import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '#build/setup/postgres.mjs'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { audit } from './audit.ts'
import { memoryOf } from './memory.ts'
import { untilReady } from './metric.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { mountSlowDisk } from './slow-disk.ts'
import { soon } from './soon.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

const SLOWDOWNS = times(3, 1)
/** Writes per second of 4 kB or slightly more. */
const WRITES = 40
const RECOVERY_LIMIT_MS = 5_000

const disk = mountSlowDisk(600)
let postgres: Awaited<ReturnType<typeof startPostgres>> | null = null
let place: ChildPlace
let people: People

/** The processes that write to the disk: the server with PGlite, or PostgreSQL's. */
function writersOn(folder: string, pid: number): number[] {
  if (engine === 'PGlite') return [pid]
  const home = readdirSync(folder).find((name) => name.startsWith('tidemark-postgres-')) ?? ''
  const first = readFileSync(join(folder, home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim()
  return [first, ...children.split(' ')].map(Number)
}

beforeAll(async () => {
  if (disk === null) return
  if (engine === 'PostgreSQL') postgres = await startPostgres({ within: disk.folder })
  place = await childPlace({ serverUrl: postgres?.url ?? null, within: disk.folder })
  const database = await place.open()
  people = await createPeople(database, 20_000)
  await database.close()
}, 300_000)
afterAll(async () => {
  disk?.slow(0)
  await place?.dispose()
  await postgres?.stop()
  disk?.remove()
}, 180_000)

test.skipIf(disk === null)(
  `a disk of ${WRITES} writes a second, ${SLOWDOWNS} times (needs root and control groups): slow replies, nothing lost`,
  async () => {
    const child = place.start({ ...SETTINGS, LOG_LEVEL: 'silent' })
    const url = await child.url
    for (const pid of writersOn(disk?.folder ?? '', child.pid)) disk?.hold(pid)
    const written = nothingWritten()
    const load = startLoad(url, people, written)
    const answered = () => [...load.replies.values()].reduce((sum, often) => sum + often, 0)
    const enough = countOf(written) + 300
    await soon(() => countOf(written) >= enough)
    const before = memoryOf(child.pid)
    let slowest = 0
    let slowWrites = 0
    for (let slowdown = 0; slowdown < SLOWDOWNS; slowdown++) {
      const start = { writes: countOf(written), replies: answered() }
      disk?.slow(WRITES)
      await soon(() => answered() >= start.replies + 200)
      expect((await fetch(`${url}/livez`)).status).toBe(200)
      slowWrites += countOf(written) - start.writes
      disk?.slow(0)
      const back = performance.now()
      const [votes, posts] = [written.votes.size, written.posts.size]
      await soon(() => written.votes.size > votes && written.posts.size > posts)
      await untilReady(url)
      slowest = Math.max(slowest, performance.now() - back)
    }
    const grown = memoryOf(child.pid) - before
    await load.end()
    child.signal('SIGTERM')
    await child.exited
    const database = await place.open()
    const failures = await audit(database, written)
    await database.close()
    report(`slow disk, ${engine}`, {
      'slow times': SLOWDOWNS,
      'acknowledged writes': countOf(written),
      failures: failures.length,
      'of them while slow': slowWrites,
      'ms for the slowest answer': Math.round(load.slowest()),
      'ms to recover at most': Math.round(slowest),
      'MB grown': grown,
      replies: formatCounts(load.replies),
    })
    expect(failures).toEqual([])
    expect(
      [...load.replies.keys()].filter((reply) => !/^200$|^503 NOT_READY$/.test(reply)),
    ).toEqual([])
    expect(slowest).toBeLessThan(RECOVERY_LIMIT_MS)
    expect(grown).toBeLessThan(100)
  },
  600_000,
)
