import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, VoteItem, VoteList } from '#shared/contract/votes.ts'
import { crowd, newcomer } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('filters of the list of votes', () => {
  let server: TestServer
  let author: Person
  let votes: CreateVoteReply[]
  let targetDate = ''

  const list = (query: string, api = server.api) => api.get(VoteList, `/votes${query}`)
  const ids = ({ posts }: VoteList) => posts.map(({ id }) => id)
  const total = async (query: string) => (await list(query)).pagination.totalPosts
  const cast = (person: Person, content = '') =>
    person.api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote: 'up', content })
  const counted = async () =>
    expect(
      (await verifyCounters(server.infrastructure.database)).filter(
        ({ counter }) => counter === 'list_total',
      ),
    ).toEqual([])

  beforeAll(async () => {
    server = await startTestServer()
    targetDate = (await server.api.get(VoteSummary, '/vote/summary')).target2.targetDate
    author = await newcomer(server, 'Author')
    votes = [await cast(author, '<p>First line</p><p>The reasons</p>')]
    for (const person of await crowd(server, 11)) votes.push(await cast(person))
    // An older round with one vote of the author.
    await server.infrastructure.database.query(
      statement(`WITH old AS (
          INSERT INTO round (ref_date, target_date, ref_price, outcome, settled_at)
          VALUES ('2026-10-01Z', '2026-10-08Z', '60000', 'down', now()) RETURNING id),
        cast_before AS (
          INSERT INTO vote (id, round_id, user_id, choice, offer_hit, offer_miss, offer_version,
            title, content, has_content, created)
          SELECT 4000000000, id, $1, 'down', 226, -44, 2, '', '', false, '2026-10-02Z' FROM old
          RETURNING id, user_id, round_id)
        INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
        SELECT id, user_id, round_id, 226, now() FROM cast_before`),
      [author.id],
    )
    server.infrastructure.bus.publish('vote', { voteId: 4_000_000_000, roundId: 1, first: true })
  })
  afterAll(() => server.stop())

  test('carry the skill words of their authors', async () => {
    const skillOf = async () => {
      server.infrastructure.bus.publish('ranks', {})
      const { posts } = await list('')
      return posts.find(({ uid }) => uid === author.id)?.skill
    }
    expect(await skillOf()).toBe('early')
    const setTotals = (points: number) =>
      server.infrastructure.database.query(
        statement(`INSERT INTO skill VALUES ($1, 'all', 25, $2, 250000, 250000, 0.01)
          ON CONFLICT (user_id, list) DO UPDATE SET points = excluded.points`),
        [author.id, points],
      )
    await setTotals(1300)
    expect(await skillOf()).toBe('unlikely-above')
    await setTotals(-700)
    expect(await skillOf()).toBe('below')
  })

  test('list the votes of the live round, from both ends', async () => {
    const expected = votes.map(({ id }) => id).toReversed()
    const [first, second] = [await list('?filter=round'), await list('?filter=round&page=2')]
    expect([...ids(first), ...ids(second)]).toEqual(expected)
    expect(second.pagination).toEqual({
      currentPage: 2,
      totalPages: 2,
      totalPosts: 12,
      postsPerPage: 10,
    })
    expect((await list('?filter=round&page=3')).posts).toEqual([])
    expect(await total('')).toBe(13)
  })

  test('list the own votes of all rounds, for their author only, and are not stored', async () => {
    const own = await list('?filter=mine', author.api)
    expect(own.posts.map(({ uid }) => uid)).toEqual([author.id, author.id])
    expect(own.pagination.totalPosts).toBe(2)
    const reply = await author.api.raw('GET', '/votes?filter=mine')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await list('?filter=mine&page=2', author.api)).toMatchObject({ posts: [] })
    expect((await server.api.raw('GET', '/votes?filter=mine')).status).toBe(401)
    expect((await server.api.raw('GET', '/votes?filter=others')).status).toBe(422)
  })

  test('show offers, and points once settled', async () => {
    const [settled] = (await list('?filter=mine', author.api)).posts.filter(
      ({ result }) => result !== 'wait',
    )
    expect(settled).toMatchObject({ result: 'HIT', points: 226, offer: { hit: 226, miss: -44 } })
    const open = await server.api.get(VoteItem, `/votes/${votes[0]?.id}/item`)
    expect(open).toMatchObject({ result: 'wait', points: null, offer: votes[0]?.offer })
    expect(Object.keys(open)).not.toContain('content')
    expect((await server.api.raw('GET', '/votes/999/item')).status).toBe(404)
  })

  test('list votes with a shown note as it is written, removed, hidden and shown', async () => {
    const id = votes[0]?.id ?? 0
    expect(ids(await list('?filter=notes'))).toEqual([id])
    const edit = (content: string) =>
      author.api.raw('PUT', `/votes/${id}`, { body: { vote: 'up', content } })
    await edit('')
    expect(await total('?filter=notes')).toBe(0)
    await counted()
    await edit('<p>Again</p>')
    expect(await total('?filter=notes')).toBe(1)
    const hide = (value: string) =>
      server.infrastructure.database.query(
        statement(`UPDATE vote SET note_hidden_at = ${value} WHERE id = $1`),
        [id],
      )
    await hide('now()')
    server.infrastructure.bus.publish('moderation', { target: 'vote', id })
    expect(await list('?filter=notes')).toMatchObject({ posts: [], pagination: { totalPages: 0 } })
    await counted()
    await hide('NULL')
    server.infrastructure.bus.publish('moderation', { target: 'vote', id })
    expect(ids(await list('?filter=notes'))).toEqual([id])
    await counted()
  })
})
