import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { childPids } from '#tests/support/child-pids.ts'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { audit } from './audit.ts'
import { dueRounds } from './due-rounds.ts'
import { makePeople, type People, SETTINGS } from './people.ts'
import { soon } from './soon.ts'
import { engine, inWords, tell, times } from './tell.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

const KILLS = times(20, 3)
const PROCESSES = 3
const VOTES_DUE = 500

// The embedded database has one process.
const here = test.skipIf(engine !== 'PostgreSQL')
let place: ChildPlace
let database: Database
let people: People
let parent: ChildServer

beforeAll(async () => {
  if (engine !== 'PostgreSQL') return
  place = await childPlace()
  parent = place.start({ ...SETTINGS, PORT: `${await freePort()}`, PROCESSES: `${PROCESSES}` })
  // The rounds of today first: they are what is missing since the newest one that is there.
  await parent.url
  database = await place.open()
  people = await makePeople(database, 40_000)
}, 180_000)
afterAll(async () => {
  await database?.close()
  await place?.dispose()
}, 180_000)

/** Kills one of the processes, whichever, and answers how long until all are there again (ms). */
async function killOne(): Promise<number> {
  const pids = childPids(parent.pid)
  const victim = pids[Math.floor(Math.random() * pids.length)]
  if (victim === undefined) throw new Error('there is no process')
  process.kill(victim, 'SIGKILL')
  const begin = performance.now()
  await soon(() => {
    const now = childPids(parent.pid)
    return now.length === PROCESSES && !now.includes(victim)
  })
  return performance.now() - begin
}

/** Waits until no round is left whose target has passed. */
async function untilSettled(): Promise<void> {
  let waiting = 1
  const look = async () => {
    const [row] = await database.query<{ count: number }>(
      'SELECT count(*)::int FROM round WHERE settled_at IS NULL AND target_date < now()',
    )
    waiting = row?.count ?? 0
  }
  let isLooking = false
  await soon(() => {
    if (!isLooking && waiting > 0) {
      isLooking = true
      look().then(() => {
        isLooking = false
      })
    }
    return waiting === 0
  })
}

here(
  `kill -9 of one of ${PROCESSES} processes under load, ${KILLS} times, loses nothing`,
  async () => {
    const url = await parent.url
    const written = nothingWritten()
    const due = dueRounds(Date.now())
    const answers = new Map<string, number>()
    const failures: string[] = []
    let slowest = 0
    for (let kill = 0; kill < KILLS && failures.length === 0; kill++) {
      const wrote = (count: number) => {
        const enough = countOf(written) + count
        return soon(() => countOf(written) >= enough)
      }
      const load = startLoad(url, people, written, 32, 'go on')
      await wrote(100)
      // The process that comes in the place of the killed one settles it, while the others look too.
      await due.add(database, people.first, VOTES_DUE)
      slowest = Math.max(slowest, await killOne())
      await wrote(100)
      await load.end()
      for (const [said, often] of load.answers) answers.set(said, (answers.get(said) ?? 0) + often)
      await untilSettled()
      const found = [...(await audit(database, written)), ...(await due.look(database))]
      failures.push(...found.map((finding) => `after kill ${kill + 1}: ${finding}`))
    }
    parent.signal('SIGTERM')
    const code = await parent.exited
    tell(`kill -9 of one of ${PROCESSES} processes`, {
      kills: KILLS,
      'acknowledged writes': countOf(written),
      failures: failures.length,
      'rounds settled': due.count(),
      'ms until replaced at most': Math.round(slowest),
      answers: inWords(answers),
    })
    expect(failures).toEqual([])
    expect(code).toBe(0)
    // What the killed one had taken in is lost on the way; nobody else fails.
    expect([...answers.keys()].filter((said) => /^[45]/.test(said))).toEqual([])
  },
  1_200_000,
)
