import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { systemClock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { reportCounts } from '#tests/support/counts.ts'
import { startBinance } from '#tests/support/exchange/binance.ts'
import type { StandIn } from '#tests/support/exchange/stand-in.ts'
import { generatedTape } from '#tests/support/exchange/tape.ts'
import { dueRounds } from './due-rounds.ts'
import { metric, timeUntil } from './metric.ts'
import { createPeople } from './people.ts'
import { engine, times } from './report.ts'

const TAKEOVERS = times(5, 2)
const KILL_MS = 10_000
const STOP_MS = 3_000
const PAUSE_MS = 15_000
const VOTES_DUE = 500

// The embedded database has one instance.
const here = describe.skipIf(engine !== 'PostgreSQL')
let exchange: StandIn
let place: ChildPlace
let database: Database
let running: ChildServer[] = []

const isOwner = async (child: ChildServer) => (await metric(child, 'tidemark_job_lock_held')) === 1
/** Whether its newest price is younger than 2 s. */
const hasFreshPrices = async (child: ChildServer) =>
  ((await metric(child, 'tidemark_price_age_seconds')) ?? 99) < 2

async function start(): Promise<ChildServer> {
  const child = place.start({
    PRICE_FEED: 'binance',
    LOG_LEVEL: 'info',
    JWT_SECRET: 'the same secret for all of the servers',
    ...exchange.settings,
  })
  await child.url
  running.push(child)
  return child
}

/** The instance with the job lock and the other one. */
async function roles() {
  let owner: ChildServer | undefined
  await timeUntil(async () => {
    for (const child of running)
      if ((await isOwner(child)) && (await hasFreshPrices(child))) owner = child
    return owner !== undefined
  })
  const other = running.find((child) => child !== owner)
  if (!owner || !other) throw new Error('there are no two servers')
  return { owner, other }
}

/** Measures how long after the signal the other instance has the job lock and fresh prices (ms). */
async function takeOver(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP') {
  const { owner, other } = await roles()
  owner.signal(signal)
  const held = await timeUntil(() => isOwner(other))
  const fed = held + (await timeUntil(() => hasFreshPrices(other)))
  return { owner, other, held, fed }
}

/** Repeats the takeover, each time with a new server in place of the one that ended. */
async function takeOvers(signal: 'SIGKILL' | 'SIGTERM') {
  const figures: { held: number; fed: number }[] = []
  for (let time = 0; time < TAKEOVERS; time++) {
    const { owner, held, fed } = await takeOver(signal)
    await owner.exited
    running = running.filter((child) => child !== owner)
    figures.push({ held, fed })
    await start()
  }
  const inSeconds = (name: 'held' | 'fed') =>
    figures.map((figure) => (figure[name] / 1000).toFixed(1)).join(' ')
  reportCounts(`takeover after ${signal}`, {
    takeovers: figures.length,
    's until taken': inSeconds('held'),
    's until fresh prices': inSeconds('fed'),
  })
  const slowest = (name: 'held' | 'fed') => Math.max(...figures.map((figure) => figure[name]))
  return { held: slowest('held'), fed: slowest('fed') }
}

here('two processes on one PostgreSQL', () => {
  beforeAll(async () => {
    exchange = startBinance({ tape: generatedTape(), clock: systemClock })
    place = await childPlace({ script: resolve(import.meta.dir, '../load/product-process.ts') })
    database = await place.open()
    await start()
    await start()
  }, 180_000)
  afterAll(async () => {
    await database?.close()
    await place?.dispose()
    await exchange?.stop()
  }, 180_000)

  test('share one connection to the exchange', async () => {
    await roles()
    expect(exchange.connections()).toBe(1)
  }, 180_000)

  test(`the other has fresh prices within 10 s of kill -9 of the owner, ${TAKEOVERS} times`, async () => {
    const { fed } = await takeOvers('SIGKILL')
    expect(fed).toBeLessThan(KILL_MS)
  }, 600_000)

  test(`the other has the job lock within 3 s of SIGTERM to the owner, ${TAKEOVERS} times`, async () => {
    const { held } = await takeOvers('SIGTERM')
    expect(held).toBeLessThan(STOP_MS)
  }, 600_000)

  test('an owner that hangs for 15 s loses the job lock and settles nothing twice', async () => {
    const people = await createPeople(database, VOTES_DUE)
    const due = dueRounds(Date.now())
    const begin = performance.now()
    const taking = takeOver('SIGSTOP')
    await due.add(database, people.first, VOTES_DUE)
    const { owner, other, fed } = await taking
    await Bun.sleep(Math.max(0, PAUSE_MS - (performance.now() - begin)))
    owner.signal('SIGCONT')
    const noticed = await timeUntil(
      async () => (await metric(owner, 'tidemark_job_lock_held')) === 0,
    )
    expect(await isOwner(other)).toBe(true)
    await timeUntil(async () => exchange.connections() === 1)
    expect(owner.output().out).toContain('the job lock is lost')
    // The second call compares the settled rounds with those of the first.
    const first = await due.look(database)
    await timeUntil(async () => (await metric(owner, 'tidemark_price_age_seconds')) !== null)
    const second = await due.look(database)
    reportCounts('an owner that hung', {
      's until another had fresh prices': (fed / 1000).toFixed(1),
      'ms from resuming to noticing the loss': Math.round(noticed),
    })
    expect([...first, ...second]).toEqual([])
    expect(fed).toBeLessThan(KILL_MS)
  }, 600_000)
})
