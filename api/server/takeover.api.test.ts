import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { CandleList } from '#shared/contract/candles.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startCluster, type TestCluster } from '#tests/support/test-cluster.ts'
import type { TestServer } from '#tests/support/test-server.ts'

let cluster: TestCluster

beforeAll(async () => {
  cluster = await startCluster(
    [
      ['2026-11-01T00:00:00Z', 60_000],
      ['2026-11-26T00:00:00Z', 61_000],
    ],
    2,
    // Shortly before a full hour.
    '2026-11-21T02:59:30.000Z',
  )
})
afterAll(() => cluster.stop())

const isHeld = (server: TestServer) => server.infrastructure.jobLock.isHeld()
/** The owner of the job lock and the other instance. */
const roles = () => {
  const holder = cluster.servers.find(isHeld)
  const follower = cluster.servers.find((server) => server !== holder)
  if (!holder || !follower) throw new Error('the job lock is free')
  return { holder, follower }
}
const market = (server: TestServer) => server.infrastructure.market
const newest = (server: TestServer) => market(server).candles(1)[0]?.otime

/** Advances the clock until the condition holds, and expects prices and candles throughout. */
const until = (condition: () => boolean | Promise<boolean>, what: string) =>
  eventually(condition, {
    what,
    step: () => {
      for (const server of cluster.servers) {
        expect(market(server).price()).not.toBeNull()
        expect(market(server).candles(3000)).not.toBeEmpty()
      }
      cluster.step()
    },
  })

const isLive = (server: TestServer) => market(server).price()?.freshness === 'live'
const untilFed = () => until(() => cluster.servers.every(isLive), 'both have a live price')

const metricsOf = async ({ url }: TestServer) => (await fetch(`${url}/metrics`)).text()

describe('two instances on one database', () => {
  test('show the same from one connection to the exchange', async () => {
    const { holder, follower } = roles()
    await untilFed()
    expect([isHeld(holder), isHeld(follower)]).toEqual([true, false])
    expect(cluster.exchange.connectionsEver()).toBe(1)
    expect(market(follower).price()).toEqual(market(holder).price())
    expect(market(follower).source()).toBe('binance')
    expect(market(follower).candles(3000)).toEqual(market(holder).candles(3000))
    const replies = [holder, follower].map(({ api }) => api.get(CandleList, '/candles?limit=3000'))
    const [own, others] = await Promise.all(replies)
    expect(own).toHaveLength(3000)
    expect(others).toEqual(own)
  })

  test('show a new candle as soon as one of them has stored it', async () => {
    const { holder, follower } = roles()
    await untilFed()
    const requests = cluster.exchange.requests.length
    const before = newest(holder) ?? 0
    await until(() => newest(holder) === before + HOUR_MS, 'the holder has the next candle')
    await eventually(() => newest(follower) === before + HOUR_MS)
    expect(market(follower).candles(3000)).toEqual(market(holder).candles(3000))
    expect(cluster.exchange.requests.length).toBeGreaterThan(requests)
    expect(cluster.exchange.connectionsEver()).toBe(1)
  })

  test('are both ready and report the owner of the job lock', async () => {
    const { holder, follower } = roles()
    for (const { url } of cluster.servers) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await metricsOf(holder)).toMatch(/^tidemark_job_lock_held 1$/m)
    expect(await metricsOf(follower)).toMatch(/^tidemark_job_lock_held 0$/m)
    expect(await metricsOf(follower)).toMatch(/^tidemark_sweep_age_seconds NaN$/im)
    expect(holder.services.sweeper.stats().lastSweepAt).not.toBeNull()
    expect(follower.services.sweeper.stats().lastSweepAt).toBeNull()
  })

  test('reject a candle lookup without the job lock instead of returning null', async () => {
    const { follower } = roles()
    const past = cluster.clock.now() - 5000 * HOUR_MS
    await expect(market(follower).firstOpenFrom(past, past + HOUR_MS)).rejects.toThrow(
      'another instance',
    )
  })
})

describe('when the job lock moves to the other instance', () => {
  test('the previous owner disconnects from the exchange and gets prices from events', async () => {
    const { holder, follower } = roles()
    await untilFed()
    cluster.passJobLock()
    const { exchange } = cluster
    await until(
      () => exchange.connectionsEver() === 2 && exchange.connections() === 1,
      'only the new owner is connected',
    )
    const tick = cluster.clock.now()
    await until(() => (market(holder).price()?.time ?? 0) > tick + 2000, 'it follows the other')
    expect(market(holder).price()).toEqual(market(follower).price())
    expect(await metricsOf(holder)).toMatch(/^tidemark_job_lock_held 0$/m)
    expect((await fetch(`${holder.url}/readyz`)).status).toBe(200)
    await untilFed()
    expect(roles().holder).toBe(follower)
  })
})

describe('when the owner of the job lock stops', () => {
  test('the other takes over, connects and settles due rounds once', async () => {
    const { holder, follower } = roles()
    const people = [await holder.person('Mina'), await follower.person('Joe')]
    const { target2 } = await follower.api.get(VoteSummary, '/vote/summary')
    for (const { api } of people) {
      const body = { targetDate: target2.targetDate, vote: 'steady' }
      await api.call(CreateVoteReply, 'POST', '/votes', body)
    }
    await untilFed()
    const settled: string[] = []
    follower.infrastructure.bus.on('round', ({ event, targetDate }) => {
      if (event === 'settled') settled.push(new Date(targetDate).toISOString())
    })
    await holder.stop()
    await until(() => isHeld(follower), 'the other holds')
    const { exchange } = cluster
    await until(
      () => exchange.connectionsEver() === 3 && exchange.connections() === 1,
      'the other is connected',
    )

    cluster.clock.jump('2026-11-26T00:00:03.000Z')
    await until(() => settled.includes('2026-11-26T00:00:00.000Z'), 'the round is settled')
    await until(() => isHeld(follower), 'the other holds again after its sleep')
    const detail = await follower.api.get(RoundDetail, `/rounds/${target2.targetDate}`)
    expect(detail).toMatchObject({ status: 'settled', settlement: { price: '61000.00' } })
    expect(new Set(settled).size).toBe(settled.length)
    const { database } = follower.infrastructure
    const rows = await database.query(statement('SELECT vote_id FROM ledger'))
    expect(rows).toHaveLength(2)
    // Ranks follow the settlement in a transaction of their own.
    await until(
      async () => (await verifyCounters(database)).length === 0,
      'every counter equals its rows',
    )
  })
})
