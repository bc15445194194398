import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { audit } from './audit.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { mountDisk } from './small-disk.ts'
import { soon } from './soon.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

const FILLINGS = times(5, 2)

// For a PostgreSQL server see postgres-full-disk.
const disk = engine === 'PGlite' ? mountDisk(200) : null
let place: ChildPlace
let people: People

beforeAll(async () => {
  if (disk === null) return
  place = await childPlace({ within: disk.folder })
  const database = await place.open()
  people = await createPeople(database, 40_000)
  await database.close()
}, 180_000)
afterAll(async () => {
  await place?.dispose()
  disk?.remove()
}, 180_000)

test.skipIf(disk === null)(
  `a disk filled under load ${FILLINGS} times (needs root to mount): 503, then recovered`,
  async () => {
    const child = place.start(SETTINGS)
    const url = await child.url
    const written = nothingWritten()
    const load = startLoad(url, people, written)
    const refused = () => load.replies.get('503 NOT_READY') ?? 0
    for (let filling = 0; filling < FILLINGS; filling++) {
      const enough = countOf(written) + 150
      await soon(() => countOf(written) >= enough)
      disk?.fill()
      const before = refused()
      await soon(() => refused() >= before + 200)
      for (const path of ['/livez', '/readyz', '/api/v1/votes', '/api/v1/posts/frees']) {
        expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200])
      }
      disk?.free()
    }
    const enough = countOf(written) + 150
    await soon(() => countOf(written) >= enough)
    await load.end()

    // A start on a full disk fails with one line.
    child.signal('SIGKILL')
    await child.exited
    disk?.fill()
    const late = place.start(SETTINGS)
    expect(await late.exited).toBe(1)
    expect(late.output().errors).toMatch(/^The disk of \S+ is full: .* Free some space\.\n$/)
    disk?.free()

    const database = await place.open()
    const failures = await audit(database, written)
    await database.close()
    report('full disk, PGlite', {
      fillings: FILLINGS,
      'acknowledged writes': countOf(written),
      failures: failures.length,
      replies: formatCounts(load.replies),
    })
    expect(failures).toEqual([])
    expect([...load.replies.keys()].sort()).toEqual(['200', '503 NOT_READY'])
  },
  600_000,
)
