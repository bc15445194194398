import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ChildPlace, childPlace } from '#tests/support/child-server.ts'
import { audit } from './audit.ts'
import { dueRounds } from './due-rounds.ts'
import { metric, timeUntil } from './metric.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { soon } from './soon.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

const KILLS = times(20, 2)
const PEOPLE = 40_000
/** Votes of a due round: several batches, so that the kill falls between them. */
const VOTES_DUE = 7_000

let place: ChildPlace
let people: People

beforeAll(async () => {
  place = await childPlace()
  // Today's rounds first: the server opens those missing since the newest one.
  const child = place.start(SETTINGS)
  await child.url
  child.signal('SIGTERM')
  await child.exited
  const database = await place.open()
  people = await createPeople(database, PEOPLE)
  await database.close()
}, 180_000)
afterAll(() => place.dispose(), 180_000)

/** Starts a server and kills it when it begins to settle. */
async function killSettling(): Promise<void> {
  const child = place.start({ ...SETTINGS, LOG_LEVEL: 'info' })
  await soon(() => child.output().out.includes('reference price set'))
  child.signal('SIGKILL')
  await child.exited
}

test(`kill -9 under load and during settlement, ${KILLS} times each, loses no acknowledged write`, async () => {
  const written = nothingWritten()
  const due = dueRounds(Date.now())
  const replies = new Map<string, number>()
  const failures: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const before = await place.open()
    await due.add(before, people.first, VOTES_DUE)
    await before.close()
    await killSettling()
    const child = place.start(SETTINGS)
    const url = await child.url
    // On PostgreSQL the job lock may be taken with the next attempt only.
    await timeUntil(async () => (await metric(child, 'tidemark_sweep_age_seconds')) !== null)
    const enough = countOf(written) + 100 + ((kill * 97) % 200)
    const load = startLoad(url, people, written)
    await soon(() => countOf(written) >= enough)
    child.signal('SIGKILL')
    await Promise.all([load.ended, child.exited])
    for (const [reply, often] of load.replies) replies.set(reply, (replies.get(reply) ?? 0) + often)

    const after = await place.open()
    const found = [...(await audit(after, written)), ...(await due.look(after))]
    failures.push(...found.map((finding) => `after kill ${kill + 1}: ${finding}`))
    await after.close()
    if (failures.length > 0) break
  }
  report(`kill -9, ${engine}`, {
    kills: KILLS * 2,
    'acknowledged writes': countOf(written),
    'rounds settled': due.count(),
    failures: failures.length,
    replies: formatCounts(replies),
  })
  expect(failures).toEqual([])
  expect([...replies.keys()].filter((reply) => /^[45]/.test(reply))).toEqual([])
}, 1_200_000)
