import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { systemClock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { tellCounts } from '#tests/support/counts.ts'
import { startBinance } from '#tests/support/exchange/binance.ts'
import type { StandIn } from '#tests/support/exchange/stand-in.ts'
import { generatedTape } from '#tests/support/exchange/tape.ts'
import { NOWHERE } from '#tests/support/planned-exchange.ts'
import { dueRounds } from './due-rounds.ts'
import { metric, timeUntil } from './metric.ts'
import { makePeople } from './people.ts'
import { engine, times } from './tell.ts'

const TAKEOVERS = times(5, 2)
const KILL_MS = 10_000
const STOP_MS = 3_000
const PAUSE_MS = 15_000
const VOTES_DUE = 500

// The embedded database has one process.
const here = describe.skipIf(engine !== 'PostgreSQL')
let exchange: StandIn
let place: ChildPlace
let database: Database
let running: ChildServer[] = []

const holds = async (child: ChildServer) => (await metric(child, 'tidemark_job_lock_held')) === 1
/** With a price younger than a tick of the exchange and a look of ours. */
const isFed = async (child: ChildServer) =>
  ((await metric(child, 'tidemark_price_age_seconds')) ?? 99) < 2

async function start(): Promise<ChildServer> {
  const endpoints = { binance: exchange.endpoint, okx: NOWHERE, bybit: NOWHERE }
  const child = place.start({
    PRICE_FEED: 'binance',
    LOG_LEVEL: 'info',
    JWT_SECRET: 'the same secret for all of the servers',
    LOAD_ENDPOINTS: JSON.stringify(endpoints),
  })
  await child.url
  running.push(child)
  return child
}

/** The two that run, by who holds. */
async function roles() {
  let holder: ChildServer | undefined
  await timeUntil(async () => {
    for (const child of running) if ((await holds(child)) && (await isFed(child))) holder = child
    return holder !== undefined
  })
  const other = running.find((child) => child !== holder)
  if (!holder || !other) throw new Error('there are no two servers')
  return { holder, other }
}

/** How long after the signal to the holder the other holds, and is fed. */
async function takeOver(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP') {
  const { holder, other } = await roles()
  holder.signal(signal)
  const held = await timeUntil(() => holds(other))
  const fed = held + (await timeUntil(() => isFed(other)))
  return { holder, other, held, fed }
}

/** Takes over again and again, each time with a new server in place of the one that ended. */
async function takeOvers(signal: 'SIGKILL' | 'SIGTERM') {
  const figures: { held: number; fed: number }[] = []
  for (let time = 0; time < TAKEOVERS; time++) {
    const { holder, held, fed } = await takeOver(signal)
    await holder.exited
    running = running.filter((child) => child !== holder)
    figures.push({ held, fed })
    await start()
  }
  const inSeconds = (name: 'held' | 'fed') =>
    figures.map((figure) => (figure[name] / 1000).toFixed(1)).join(' ')
  tellCounts(`takeover after ${signal}`, {
    takeovers: figures.length,
    's until held': inSeconds('held'),
    's until fed': inSeconds('fed'),
  })
  const most = (name: 'held' | 'fed') => Math.max(...figures.map((figure) => figure[name]))
  return { held: most('held'), fed: most('fed') }
}

here('of two real processes on one PostgreSQL', () => {
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

  test('only one is connected to the exchange', async () => {
    await roles()
    expect(exchange.connections()).toBe(1)
  }, 180_000)

  test(`kill -9 of the holder, ${TAKEOVERS} times: the other holds and is fed within 10 s`, async () => {
    const { fed } = await takeOvers('SIGKILL')
    expect(fed).toBeLessThan(KILL_MS)
  }, 600_000)

  test(`SIGTERM to the holder, ${TAKEOVERS} times: the other holds within 3 s`, async () => {
    const { held } = await takeOvers('SIGTERM')
    expect(held).toBeLessThan(STOP_MS)
  }, 600_000)

  test('a holder that stands still for 15 s finds that it has lost, and settles nothing twice', async () => {
    const people = await makePeople(database, VOTES_DUE)
    const due = dueRounds(Date.now())
    const begin = performance.now()
    const taking = takeOver('SIGSTOP')
    await due.add(database, people.first, VOTES_DUE)
    const { holder, other, fed } = await taking
    await Bun.sleep(Math.max(0, PAUSE_MS - (performance.now() - begin)))
    holder.signal('SIGCONT')
    const noticed = await timeUntil(
      async () => (await metric(holder, 'tidemark_job_lock_held')) === 0,
    )
    expect(await holds(other)).toBe(true)
    await timeUntil(async () => exchange.connections() === 1)
    expect(holder.output().out).toContain('the job lock is lost')
    // The first look remembers how the rounds were settled, the second would see that they changed.
    const first = await due.look(database)
    await timeUntil(async () => (await metric(holder, 'tidemark_price_age_seconds')) !== null)
    const second = await due.look(database)
    tellCounts('a holder that stood still', {
      's until another was fed': (fed / 1000).toFixed(1),
      'ms after it went on until it knew': Math.round(noticed),
    })
    expect([...first, ...second]).toEqual([])
    expect(fed).toBeLessThan(KILL_MS)
  }, 600_000)
})
