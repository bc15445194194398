import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { BestVotes } from '#shared/contract/posts.ts'
import { Profile } from '#shared/contract/profile.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { CreateVoteReply, VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { crowd, renewed } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import type { Person } from '#tests/support/test-server.ts'

/** The outcomes are up, steady, down and void; the fifth round stays open. */
const ROUNDS = [
  { refDate: '2026-11-19', voteAt: '2026-11-21T02:30:00Z', price: 100_000, outcome: 'up' },
  { refDate: '2026-11-23', voteAt: '2026-11-24T10:00:00Z', price: 100_000, outcome: 'steady' },
  { refDate: '2026-11-26', voteAt: '2026-11-27T10:00:00Z', price: 106_000, outcome: 'down' },
  { refDate: '2026-11-30', voteAt: '2026-12-01T10:00:00Z', price: 105_000, outcome: 'void' },
  { refDate: '2026-12-03', voteAt: '2026-12-04T10:00:00Z', price: 100_000, outcome: null },
] as const
const CHOICES = ['up', 'steady', 'down', 'unknown'] as const

describe('votes over several rounds', () => {
  let server: PlannedServer
  /** One user per choice, who repeats it in every round. */
  let people: Person[]
  /** Ids by round and choice. */
  const cast = new Map<string, CreateVoteReply>()

  const settled = async (refDate: string) => {
    const targetDate = new Date(Date.parse(refDate) + 7 * 86_400_000).toISOString()
    return server.api.get(RoundDetail, `/rounds/${targetDate}`)
  }
  const page = (number: number) => server.api.get(VoteList, `/votes?page=${number}`)

  beforeAll(async () => {
    server = await startPlannedServer([
      ['2026-11-16T00:00:00Z', 100_000],
      ...ROUNDS.map(({ refDate, price }) => [`${refDate}T00:00:00Z`, price] as const),
      ['2026-12-06T23:00:00Z', 100_000],
      ['2026-12-07T00:00:00Z', null],
      ['2026-12-08T01:00:00Z', 100_000],
    ])
    people = await crowd(server, 4)
    for (const { refDate, voteAt } of ROUNDS) {
      if (server.clock.now() < Date.parse(voteAt)) await server.jump(voteAt)
      await server.untilLive()
      people = await Promise.all(people.map((person) => renewed(server, person)))
      const targetDate = new Date(Date.parse(refDate) + 7 * 86_400_000).toISOString()
      for (const [index, vote] of CHOICES.entries()) {
        const body = { targetDate, vote, content: vote === 'up' ? `<p>${refDate}</p>` : '' }
        const reply = await people[index]?.api.call(CreateVoteReply, 'POST', '/votes', body)
        if (reply) cast.set(`${refDate} ${vote}`, reply)
      }
    }
  })
  afterAll(() => server.stop())

  const idOf = (refDate: string, vote: string) => cast.get(`${refDate} ${vote}`)?.id ?? 0

  test('lists votes with content of unresolved rounds as the best', async () => {
    const best = await server.api.get(BestVotes, '/posts/votesUpcomingNextBests')
    expect(best.map(({ title }) => title)).toEqual(['2026-12-03', '2026-11-30'])
    const refPrice = (await settled('2026-12-03')).refPrice ?? ''
    expect(best[0]).toMatchObject({
      id: idOf('2026-12-03', 'up'),
      voteChoice: 'up',
      refPrice,
      likes: 0,
    })
  })

  test('returns a token with the current points and the time of the vote', async () => {
    const voteAt = '2026-12-04T10:00:00Z'
    const { id, points, lastVoteTime } = claimsOf(cast.get('2026-12-03 up')?.accessToken ?? '')
    const [ledger] = await server.infrastructure.database.query(
      statement(
        `SELECT count(*)::int AS votes, sum(points)::int AS points FROM ledger
       WHERE user_id = $1 AND settled_at <= $2`,
        { votes: column.int, points: column.int },
      ),
      [id, new Date(voteAt)],
    )
    expect(ledger).toEqual({ votes: 3, points })
    expect(points).not.toBe(0)
    expect(lastVoteTime).toBe(Date.parse(voteAt))
  })

  test('voids a round only after the gap of the exchange has ended', async () => {
    await server.jump('2026-12-07T12:00:00Z')
    expect(await settled('2026-11-30')).toMatchObject({ status: 'closed', outcome: null })
    const best = await server.api.get(BestVotes, '/posts/votesUpcomingNextBests')
    expect(best.map(({ title }) => title)).not.toContain('2026-11-26')
    await server.jump('2026-12-08T01:00:02Z')
    for (let tries = 0; tries < 100; tries++) {
      if ((await settled('2026-11-30')).outcome !== null) break
      server.clock.advance(1000)
      await server.services.sweeper.run()
    }
    expect(await settled('2026-11-30')).toMatchObject({
      status: 'void',
      outcome: 'void',
      settlement: null,
    })
  })

  test('settles each round with its outcome', async () => {
    for (const { refDate, outcome } of ROUNDS) {
      expect(await settled(refDate)).toMatchObject({
        outcome,
        votes: null,
        voters: 4,
      })
    }
  })

  test('lists the results, newest first', async () => {
    const [first, second] = [await page(1), await page(2)]
    const items = [...first.posts, ...second.posts]
    expect(items.map(({ id }) => id)).toEqual([...cast.values()].map(({ id }) => id).reverse())
    const expected = ROUNDS.toReversed().flatMap(({ outcome }) =>
      CHOICES.toReversed().map((choice) => {
        if (choice === 'unknown') return outcome === null ? 'wait' : 'unknown'
        if (outcome === null) return 'wait'
        if (outcome === 'void') return 'unknown'
        return choice === outcome ? 'HIT' : 'MISS'
      }),
    )
    expect(items.map(({ result }) => result)).toEqual(expected)
  })

  test('lists ten per page with the true totals, and an empty page beyond the end', async () => {
    const pagination = { totalPages: 2, totalPosts: 20, postsPerPage: 10 }
    expect((await page(1)).pagination).toEqual({ currentPage: 1, ...pagination })
    expect((await page(2)).posts).toHaveLength(10)
    expect(await page(3)).toEqual({ posts: [], pagination: { currentPage: 3, ...pagination } })
    expect((await page(1_000_000_000)).posts).toEqual([])
    expect(await server.api.get(VoteList, '/votes')).toEqual(await page(1))
  })

  test('awards the offer, and nothing for unknown and void', async () => {
    people = await Promise.all(people.map((person) => renewed(server, person)))
    for (const [index, choice] of CHOICES.entries()) {
      const person = people[index]
      if (!person) throw new Error('a choice has no user')
      let sum = 0
      for (const { refDate, outcome } of ROUNDS) {
        const vote = cast.get(`${refDate} ${choice}`)
        const detail = await person.api.get(VoteDetail, `/votes/${vote?.id}`)
        const { hit = 0, miss = 0 } = vote?.offer ?? {}
        const worth = outcome === choice ? hit : outcome === 'void' ? 0 : miss
        const points = choice === 'unknown' ? 0 : worth
        expect(detail.points).toBe(outcome === null ? null : points)
        sum += outcome === null ? 0 : points
      }
      const profile = await person.api.get(Profile, '/profile')
      expect(profile).toMatchObject({ points: sum, settledVotes: 4 })
    }
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('sorts the best by likes, then newest, ten at most', async () => {
    await server.jump('2026-12-11T00:00:00Z')
    const targetDate = '2026-12-17T00:00:00.000Z'
    const writers = await crowd(server, 12, 'Writer')
    // Likes of new accounts do not rank.
    await server.infrastructure.database.script(
      `UPDATE user_account SET created = created - interval '14 days' WHERE nickname ~ '^Writer'`,
    )
    const best = () => server.api.get(BestVotes, '/posts/votesUpcomingNextBests')
    const ids: number[] = []
    for (const writer of writers) {
      const body = { targetDate, vote: 'down', content: '<p>look</p>' }
      ids.push((await writer.api.call(CreateVoteReply, 'POST', '/votes', body)).id)
    }
    expect((await best()).map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10))
    const like = (writer: number, id: number) =>
      writers[writer]?.api.call(ReactionReply, 'POST', `/votes/${id}/reaction`, {
        reaction: 'like',
      })
    const [oldest = 0, second = 0, third = 0] = ids
    await like(1, oldest)
    await like(2, oldest)
    await like(0, second)
    await like(0, third)
    const after = await best()
    expect(after.map(({ id }) => id)).toEqual([
      oldest,
      third,
      second,
      ...ids.toReversed().slice(0, 7),
    ])
    expect(after.map(({ likes }) => likes)).toEqual([2, 1, 1, 0, 0, 0, 0, 0, 0, 0])
    await like(1, oldest)
    await like(2, oldest)
    expect((await best())[0]).toMatchObject({ id: third, likes: 1 })
  })
})
