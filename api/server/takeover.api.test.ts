import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { HOUR } from '#api/market/types.ts'
import { CandleList } from '#shared/contract/candles.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type ClusterServer, startCluster, type TestCluster } from '#tests/support/test-cluster.ts'

let cluster: TestCluster

beforeAll(async () => {
  cluster = await startCluster(
    [
      ['2026-11-01T00:00:00Z', 60_000],
      ['2026-11-26T00:00:00Z', 61_000],
    ],
    2,
    // Shortly before the turn of an hour.
    '2026-11-21T02:59:30.000Z',
  )
})
afterAll(() => cluster.stop())

const isHeld = (server: ClusterServer) => server.core.lease.isHeld()
/** The two by who holds at this moment. */
const roles = () => {
  const holder = cluster.servers.find(isHeld)
  const follower = cluster.servers.find((server) => server !== holder)
  if (!holder || !follower) throw new Error('nobody holds')
  return { holder, follower }
}
const market = (server: ClusterServer) => server.core.market
const newest = (server: ClusterServer) => market(server).candles(1)[0]?.otime

/** Steps the clock until the condition holds; prices and candles are there all the while. */
const until = (condition: () => boolean, what: string) =>
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

const isLive = (server: ClusterServer) => market(server).price()?.freshness === 'live'
const untilFed = () => until(() => cluster.servers.every(isLive), 'both have a live price')

const metricsOf = async ({ url }: ClusterServer) => (await fetch(`${url}/metrics`)).text()

describe('of two servers on one database', () => {
  test('only one connects to the exchange, and both show the same', async () => {
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

  test('a new candle is there as soon as the other has stored it', async () => {
    const { holder, follower } = roles()
    await untilFed()
    const requests = cluster.exchange.requests.length
    const before = newest(holder) ?? 0
    await until(() => newest(holder) === before + HOUR, 'the holder has the next candle')
    await eventually(() => newest(follower) === before + HOUR)
    expect(market(follower).candles(3000)).toEqual(market(holder).candles(3000))
    expect(cluster.exchange.requests.length).toBeGreaterThan(requests)
    expect(cluster.exchange.connectionsEver()).toBe(1)
  })

  test('both are ready, and say in their metrics which of them holds', async () => {
    const { holder, follower } = roles()
    for (const { url } of cluster.servers) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await metricsOf(holder)).toMatch(/^tidemark_lease_held 1$/m)
    expect(await metricsOf(holder)).toMatch(/^tidemark_lease_term 1$/m)
    expect(await metricsOf(follower)).toMatch(/^tidemark_lease_held 0$/m)
    expect(await metricsOf(follower)).toMatch(/^tidemark_sweep_age_seconds NaN$/im)
    expect(holder.services.sweeper.stats().lastSweepAt).not.toBeNull()
    expect(follower.services.sweeper.stats().lastSweepAt).toBeNull()
  })

  test('the follower never asks the exchange, and says so rather than "none"', async () => {
    const { follower } = roles()
    const past = cluster.clock.now() - 5000 * HOUR
    await expect(market(follower).firstOpenFrom(past, past + HOUR)).rejects.toThrow(
      'another process',
    )
  })
})

describe('when the holder hangs', () => {
  test('it lets go, leaves the exchange and follows the other', async () => {
    const { holder, follower } = roles()
    await untilFed()
    holder.hang()
    await until(() => isHeld(follower), 'the other holds')
    expect(isHeld(holder)).toBe(false)
    await until(() => cluster.exchange.connections() === 1, 'only one is connected')
    const tick = cluster.clock.now()
    await until(() => (market(holder).price()?.time ?? 0) > tick + 2000, 'it hears the other')
    expect(market(holder).price()).toEqual(market(follower).price())
    expect(await metricsOf(holder)).toMatch(/^tidemark_lease_held 0$/m)
    expect((await fetch(`${holder.url}/readyz`)).status).toBe(200)
    holder.mend()
    await untilFed()
    expect(roles().holder).toBe(follower)
  })
})

describe('when the holder stops', () => {
  test('the other takes over, connects, and settles what falls due once', async () => {
    const { holder, follower } = roles()
    const people = [await holder.person('Mina'), await follower.person('Joe')]
    const { target2 } = await follower.api.get(VoteSummary, '/vote/summary')
    for (const { api } of people) {
      const body = { targetDate: target2.targetDate, vote: 'steady' }
      await api.call(CreateVoteReply, 'POST', '/votes', body)
    }
    await untilFed()
    const settled: string[] = []
    follower.core.bus.on('round', ({ event, targetDate }) => {
      if (event === 'settled') settled.push(new Date(targetDate).toISOString())
    })
    await holder.stop()
    await until(() => isHeld(follower), 'the other holds')
    await until(() => cluster.exchange.connections() === 1, 'the other is connected')
    expect(cluster.exchange.connectionsEver()).toBe(3)
    expect(follower.core.lease.stats().term).toBe(3)

    cluster.clock.jump('2026-11-26T00:00:03.000Z')
    await until(() => settled.includes('2026-11-26T00:00:00.000Z'), 'the round is settled')
    await until(() => isHeld(follower), 'the other holds again after its sleep')
    const detail = await follower.api.get(RoundDetail, `/rounds/${target2.targetDate}`)
    expect(detail).toMatchObject({ status: 'settled', settlement: { price: '61000.00' } })
    expect(new Set(settled).size).toBe(settled.length)
    const rows = await follower.core.database.query(statement('SELECT vote_id FROM ledger'))
    expect(rows).toHaveLength(2)
    expect(await verifyCounters(follower.core.database)).toEqual([])
  })
})
