import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { conform } from '#tests/support/api-client.ts'
import { crowd, newcomer } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'

const TARGET = '2026-11-26T00:00:00.000Z'

describe('the vote summary', () => {
  let server: PlannedServer

  beforeAll(async () => {
    server = await startPlannedServer([
      ['2026-11-16T00:00:00Z', 98_000],
      ['2026-11-19T00:00:00Z', 100_000.5],
    ])
    // Without ticks only the time of day changes.
    server.exchange.faults.silent = true
    server.clock.advance(2000)
  })
  afterAll(() => server.stop())

  const read = async (etag?: string) => {
    const headers = etag === undefined ? {} : { 'if-none-match': etag }
    const reply = await server.api.raw('GET', '/vote/summary', { headers })
    return { ...reply, etag: reply.headers.get('etag') ?? '' }
  }
  const summary = () => server.api.get(VoteSummary, '/vote/summary')
  const vote = async (choice: string) => {
    const person = await newcomer(server, 'Voter')
    await person.api.call(CreateVoteReply, 'POST', '/votes', { targetDate: TARGET, vote: choice })
  }

  test('returns two targets with dates, reference prices and counts', async () => {
    const votes = { up: 0, steady: 0, down: 0, unknown: 0 }
    expect(await summary()).toMatchObject({
      target1: {
        targetDate: '2026-11-23T00:00:00.000Z',
        refDate: '2026-11-16T00:00:00.000Z',
        refPrice: '98000.00',
        votes,
      },
      target2: {
        targetDate: TARGET,
        refDate: '2026-11-19T00:00:00.000Z',
        refPrice: '100000.50',
        votes,
      },
      price: { value: '100000.50', source: 'binance', market: 'real' },
    })
  })

  test('returns a serverDate at most 250 ms old', async () => {
    for (const step of [1, 249, 250, 1000, 1234]) {
      server.clock.advance(step)
      const lag = server.clock.now() - Date.parse((await summary()).serverDate)
      expect(lag).toBeGreaterThanOrEqual(0)
      expect(lag).toBeLessThan(250)
    }
  })

  test('counts each vote in the next reply', async () => {
    const before = (await summary()).target2.votes
    const expected = { ...before }
    for (const choice of ['up', 'down', 'up', 'unknown', 'steady'] as const) {
      await vote(choice)
      expected[choice]++
      expect((await summary()).target2.votes).toEqual(expected)
    }
  })

  test('includes an acknowledged vote in every later reply', async () => {
    const people = await crowd(server, 60)
    const countAll = async () => {
      const { up, steady, down, unknown } = (await summary()).target2.votes
      return up + steady + down + unknown
    }
    const before = await countAll()
    let acknowledged = 0
    await Promise.all(
      people.map(async (person) => {
        const body = { targetDate: TARGET, vote: 'steady' }
        await person.api.call(CreateVoteReply, 'POST', '/votes', body)
        const known = ++acknowledged
        expect(await countAll()).toBeGreaterThanOrEqual(before + known)
      }),
    )
    expect(await countAll()).toBe(before + 60)
  })

  test('returns 304 while only the time of day changes', async () => {
    // The price is stale afterwards, so that its freshness no longer changes.
    await server.jump(server.clock.now() + 120_000)
    const first = await read()
    const { serverDate } = conform(VoteSummary, first.body)
    server.clock.advance(5000)
    const second = await read()
    expect(second.etag).toBe(first.etag)
    expect(conform(VoteSummary, second.body).serverDate).not.toBe(serverDate)
    const unchanged = await read(first.etag)
    expect(unchanged).toMatchObject({ status: 304, body: '', etag: first.etag })
    expect((await read('W/"something-else"')).status).toBe(200)
  })

  test('returns 200 with another ETag after a vote', async () => {
    const before = await read()
    await vote('down')
    const after = await read(before.etag)
    expect(after.status).toBe(200)
    expect(after.etag).not.toBe(before.etag)
    expect((await read(after.etag)).status).toBe(304)
  })

  test('advances the targets at the end of a period', async () => {
    const { etag } = await read()
    const { target2 } = await summary()
    await server.jump('2026-11-22T23:59:59.999Z')
    expect(await summary()).toMatchObject({ target2 })
    server.clock.advance(1)
    await server.services.sweeper.run()
    const after = await read(etag)
    expect(after.status).toBe(200)
    expect(conform(VoteSummary, after.body)).toMatchObject({
      serverDate: '2026-11-23T00:00:00.000Z',
      target1: target2,
      target2: {
        targetDate: '2026-11-30T00:00:00.000Z',
        refDate: '2026-11-23T00:00:00.000Z',
        votes: { up: 0, steady: 0, down: 0, unknown: 0 },
      },
    })
  })
})
