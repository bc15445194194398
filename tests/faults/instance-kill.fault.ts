import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { audit } from './audit.ts'
import { dueRounds } from './due-rounds.ts'
import { createPeople, type People, SETTINGS } from './people.ts'
import { engine, formatCounts, report, times } from './report.ts'
import { soon } from './soon.ts'
import { countOf, nothingWritten, startLoad } from './writers.ts'

const KILLS = times(20, 3)
const VOTES_DUE = 500

// The embedded database belongs to one process.
const here = test.skipIf(engine !== 'PostgreSQL')
let place: ChildPlace
let database: Database
let people: People
let port: number
const instances: ChildServer[] = []

/** Starts an instance on the shared port, as a service manager does. */
async function startInstance(): Promise<ChildServer> {
  const child = place.start({ ...SETTINGS, PORT: `${port}`, REUSE_PORT: '1' })
  await child.url
  return child
}

beforeAll(async () => {
  if (engine !== 'PostgreSQL') return
  place = await childPlace()
  port = await freePort()
  // Two instances open today's rounds before the due ones are added.
  instances.push(await startInstance(), await startInstance())
  database = await place.open()
  people = await createPeople(database, 40_000)
}, 180_000)
afterAll(async () => {
  await database?.close()
  await place?.dispose()
}, 180_000)

/** Kills a random instance and starts another; returns the time until it is up (ms). */
async function killOne(): Promise<number> {
  const index = Math.floor(Math.random() * instances.length)
  const victim = instances[index]
  if (!victim) throw new Error('there is no instance')
  const begin = performance.now()
  victim.signal('SIGKILL')
  await victim.exited
  instances[index] = await startInstance()
  return performance.now() - begin
}

/** Waits until every due round is settled. */
async function untilSettled(): Promise<void> {
  await soon(async () => {
    const [row] = await database.query(
      statement(
        'SELECT count(*)::int FROM round WHERE settled_at IS NULL AND target_date < now()',
        { count: column.int },
      ),
    )
    return row?.count === 0
  })
}

here(
  `kill -9 of one of two instances under load, ${KILLS} times, loses no acknowledged write`,
  async () => {
    const url = `http://127.0.0.1:${port}`
    const written = nothingWritten()
    const due = dueRounds(Date.now())
    const replies = new Map<string, number>()
    const failures: string[] = []
    let slowest = 0
    for (let kill = 0; kill < KILLS && failures.length === 0; kill++) {
      const wrote = (count: number) => {
        const enough = countOf(written) + count
        return soon(() => countOf(written) >= enough)
      }
      const load = startLoad(url, people, written, 32, 'continue')
      await wrote(100)
      // Settled once, although the restarted instance and the other one both sweep.
      await due.add(database, people.first, VOTES_DUE)
      slowest = Math.max(slowest, await killOne())
      await wrote(100)
      await load.end()
      for (const [reply, often] of load.replies)
        replies.set(reply, (replies.get(reply) ?? 0) + often)
      await untilSettled()
      const found = [...(await audit(database, written)), ...(await due.look(database))]
      failures.push(...found.map((finding) => `after kill ${kill + 1}: ${finding}`))
    }
    for (const child of instances) child.signal('SIGTERM')
    const codes = await Promise.all(instances.map(({ exited }) => exited))
    report('kill -9 of one of two instances', {
      kills: KILLS,
      'acknowledged writes': countOf(written),
      failures: failures.length,
      'rounds settled': due.count(),
      'ms until restarted at most': Math.round(slowest),
      replies: formatCounts(replies),
    })
    expect(failures).toEqual([])
    expect(codes).toEqual([0, 0])
    // Requests of the killed instance get no reply; every reply is a success.
    expect([...replies.keys()].filter((reply) => /^[45]/.test(reply))).toEqual([])
  },
  1_200_000,
)
