import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { OwnVotes } from '#shared/contract/profile.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { UserVotes } from '#shared/contract/users.ts'
import { CreateVoteReply, VoteDetail, VoteItem } from '#shared/contract/votes.ts'
import { roundStartsBetween } from '#shared/rules/schedule.ts'
import { crowd, renewed } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { fakeMarket, type RoundFixture, roundFixture } from '#tests/support/round-fixture.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import type { Person } from '#tests/support/test-server.ts'
import { createOwnVoteStore } from './store.ts'

/** The outcomes are up and void; the third round stays open. */
const ROUNDS = [
  { targetDate: '2026-11-26T00:00:00.000Z', voteAt: '2026-11-21T02:30:00Z' },
  { targetDate: '2026-11-30T00:00:00.000Z', voteAt: '2026-11-24T10:00:00Z' },
  { targetDate: '2026-12-10T00:00:00.000Z', voteAt: '2026-12-04T10:00:00Z' },
] as const

describe('the own votes', () => {
  let server: PlannedServer
  let people: Person[]
  const offers: Record<string, { hit: number; miss: number }> = {}

  const votes = (person: Person | undefined, query = '') => {
    if (!person) throw new Error('there is no user')
    return person.api.get(OwnVotes, `/profile/votes${query}`)
  }

  beforeAll(async () => {
    server = await startPlannedServer([
      ['2026-11-19T00:00:00Z', 100_000],
      ['2026-11-26T00:00:00Z', 106_000],
      ['2026-11-29T23:00:00Z', 106_000],
      ['2026-11-30T00:00:00Z', null],
      ['2026-12-01T01:00:00Z', 106_000],
    ])
    people = await crowd(server, 3)
    for (const { targetDate, voteAt } of ROUNDS) {
      if (server.clock.now() < Date.parse(voteAt)) await server.jump(voteAt)
      await server.untilLive()
      people = await Promise.all(people.map((person) => renewed(server, person)))
      for (const [index, vote] of (['up', 'down'] as const).entries()) {
        const body = { targetDate, vote }
        const reply = await people[index]?.api.call(CreateVoteReply, 'POST', '/votes', body)
        if (reply) offers[`${targetDate} ${vote}`] = reply.offer
      }
    }
  })
  afterAll(() => server.stop())

  test('are listed newest first with their results', async () => {
    const [up, down] = [await votes(people[0]), await votes(people[1])]
    const targets = ROUNDS.map(({ targetDate }) => targetDate).reverse()
    expect(up.map(({ targetTime }) => targetTime)).toEqual(targets)
    expect(up.map(({ result }) => result)).toEqual(['wait', 'unknown', 'HIT'])
    expect(down.map(({ result }) => result)).toEqual(['wait', 'unknown', 'MISS'])
    const [first] = ROUNDS
    const offer = offers[`${first.targetDate} up`]
    expect(up.map(({ points }) => points)).toEqual([null, 0, offer?.hit ?? 0])
    expect(down[2]?.points).toBe(offers[`${first.targetDate} down`]?.miss)
    expect(up[2]).toMatchObject({ voteChoice: 'up', created: '2026-11-21T02:30:00.000Z' })
    expect(up[2]?.offer).toEqual(offer ?? { hit: 0, miss: 0 })
  })

  test('agree with the round and the page of the vote', async () => {
    for (const own of await votes(people[0])) {
      const round = await server.api.get(RoundDetail, `/rounds/${own.targetTime}`)
      expect(own.settledAt).toBe(round.settledAt)
      const detail = await people[0]?.api.get(VoteDetail, `/votes/${own.id}`)
      const { id, targetTime, voteChoice, result, points, created } = own
      expect(detail).toMatchObject({ id, targetTime, voteChoice, result, points, created })
      expect(detail?.offer).toMatchObject(own.offer)
    }
  })

  test('have the reference price of their round, as in the public lists', async () => {
    const own = await votes(people[0])
    const items = await Promise.all(
      own.map(({ id }) => server.api.get(VoteItem, `/votes/${id}/item`)),
    )
    const record = await server.api.get(UserVotes, `/users/${items[0]?.uniqueCode}/votes`)
    for (const { targetTime, refPrice } of [...own, ...items, ...record.posts]) {
      const round = await server.api.get(RoundDetail, `/rounds/${targetTime}`)
      expect(refPrice).toBe(round.refPrice ?? '')
    }
  })

  test("are only the user's own, and empty before the first vote", async () => {
    expect(await votes(people[2])).toEqual([])
    const ids = new Set((await votes(people[0])).map(({ id }) => id))
    expect((await votes(people[1])).filter(({ id }) => ids.has(id))).toEqual([])
  })

  test('are limited by the query', async () => {
    const all = await votes(people[0])
    expect(await votes(people[0], '?limit=1')).toEqual(all.slice(0, 1))
    expect(await votes(people[0], '?limit=50')).toEqual(all)
    for (const limit of ['0', '51', '1.5', '-1', 'ten', '']) {
      const refusal = people[0]?.api.refusal('GET', `/profile/votes?limit=${limit}`)
      expect(await refusal).toBe('422 INVALID')
    }
    expect(await people[0]?.api.refusal('GET', '/profile/votes?user=1')).toBe('422 INVALID')
  })
})

describe('the own votes in the database', () => {
  let database: Database
  let fixture: RoundFixture
  let userId = 0
  const starts = roundStartsBetween(Date.parse('2026-01-01'), Date.parse('2026-11-19'))

  beforeAll(async () => {
    database = await openTestDatabase()
    fixture = roundFixture(database, fakeMarket(Date.parse('2026-11-21')))
    await fixture.store.open(starts)
    userId = await fixture.user()
    await database.query(
      statement(
        `INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title,
         content, has_content, created)
       SELECT id, $1, 'up', 1, -1, 1, '', '', false, ref_date FROM round ORDER BY random()`,
      ),
      [userId],
    )
  })
  afterAll(() => database.close())

  test('come in the order of their rounds, not of their ids', async () => {
    const rows = await createOwnVoteStore(database).newest(userId, 50)
    const targets = rows.map(({ round }) => round.targetDate.getTime() - 7 * 86_400_000)
    expect(targets).toEqual(starts.toReversed().slice(0, 50))
  })

  const EXPLAIN =
    'EXPLAIN SELECT id, choice FROM vote WHERE user_id = $1 ORDER BY round_id DESC LIMIT $2'

  test('are read from the index of user and round without a sort or a table scan', async () => {
    await database.query(statement('ANALYZE vote'))
    const rows = await database.transaction(async (sql) => {
      // Forces the plan of a large table; a small one would be scanned.
      await sql.query(statement('SET LOCAL enable_seqscan = off'))
      return sql.query(statement(EXPLAIN, { 'QUERY PLAN': column.text }), [userId, 10])
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index Scan Backward using vote_user_id_round_id_key on vote')
    expect(plan).not.toContain('Seq Scan on vote')
  })
})
