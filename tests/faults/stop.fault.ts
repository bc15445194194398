import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { audit } from './audit.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { soon } from './soon.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

const STOPS = times(10, 2)
/** Concurrent requests at the signal; each fits into the time of a shutdown. */
const CLIENTS = 16
/** Maximum time of a shutdown. */
const STOP_MS = 10_000

let place: ChildPlace
let people: People
const written = nothingWritten()

beforeAll(async () => {
  place = await childPlace()
  const database = await place.open()
  people = await createPeople(database, 40_000)
  await database.close()
}, 180_000)
afterAll(() => place.dispose(), 180_000)

async function auditNow() {
  const database = await place.open()
  return audit(database, written).finally(() => database.close())
}

async function startUnderLoad() {
  const child = place.start(SETTINGS)
  const load = startLoad(await child.url, people, written, CLIENTS)
  const enough = countOf(written) + 150
  await soon(() => countOf(written) >= enough)
  return { child, load }
}

async function stop(child: ChildServer): Promise<number> {
  const begin = performance.now()
  child.signal('SIGTERM')
  expect(await child.exited).toBe(0)
  return performance.now() - begin
}

test(`SIGTERM under load ${STOPS} times: requests sent before it are answered and stored`, async () => {
  const early = new Map<string, number>()
  let slowest = 0
  for (let time = 0; time < STOPS; time++) {
    const { child, load } = await startUnderLoad()
    load.expectEnd()
    slowest = Math.max(slowest, await stop(child))
    await load.ended
    for (const [reply, often] of load.early) early.set(reply, (early.get(reply) ?? 0) + often)
  }
  const failures = await auditNow()
  report(`SIGTERM, ${engine}`, {
    stops: STOPS,
    'acknowledged writes': countOf(written),
    failures: failures.length,
    'ms to stop at most': Math.round(slowest),
    'replies to earlier requests': formatCounts(early),
  })
  expect(failures).toEqual([])
  expect([...early.keys()]).toEqual(['200'])
  expect(slowest).toBeLessThan(STOP_MS)
}, 600_000)

// Two processes on one PostgreSQL are allowed.
test.skipIf(engine !== 'PGlite')(
  'a second process on the data folder is always rejected with one line and changes nothing',
  async () => {
    const { child, load } = await startUnderLoad()
    for (let time = 0; time < STOPS; time++) {
      const second = place.start(SETTINGS)
      expect(await second.exited).toBe(1)
      expect(second.output().errors).toMatch(/^The data folder .* is in use by process \d+\..*\n$/)
      expect(second.output().errors).toContain(`process ${child.pid}.`)
    }
    await load.end()
    await stop(child)
    const failures = await auditNow()
    report('second process, PGlite', {
      tries: STOPS,
      'acknowledged writes': countOf(written),
      failures: failures.length,
      replies: formatCounts(load.replies),
    })
    expect(failures).toEqual([])
    expect([...load.replies.keys()]).toEqual(['200'])
  },
  600_000,
)
