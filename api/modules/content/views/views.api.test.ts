import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { CreatePostReply, PostDetail, PostList } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('views', () => {
  let server: TestServer
  let author: Person
  let reader: Person
  let postId = 0

  beforeAll(async () => {
    server = await startTestServer({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
  })
  afterAll(() => server.stop())

  /** Creates an author, a reader and a post that guests may read. */
  const begin = async () => {
    author = await newcomer(server, 'Author')
    reader = await newcomer(server, 'Reader')
    const body = { content: '<p>read me</p>' }
    postId = (await author.api.call(CreatePostReply, 'POST', '/posts/suggestions', body)).id
  }
  const read = (person: Person) => person.api.get(PostDetail, `/posts/suggestions/${postId}`)
  const readAsGuest = async (headers: Record<string, string>) => {
    const reply = await server.api.raw('GET', `/posts/suggestions/${postId}`, { headers })
    expect(reply.status).toBe(200)
  }
  const listed = async () =>
    (await server.api.get(PostList, '/posts/suggestions')).posts.find(({ id }) => id === postId)
      ?.views
  /** The displayed views after a flush. */
  const views = async () => {
    await server.services.views.flush()
    return listed()
  }

  test('count once per viewer and hour, never the author', async () => {
    await begin()
    await Promise.all(Array.from({ length: 20 }, () => read(reader)))
    expect(await views()).toBe(1)
    await read(reader)
    await read(author)
    expect(await views()).toBe(1)
    expect((await read(author)).views).toBe(1)
    await read(await newcomer(server, 'Second'))
    expect(await views()).toBe(2)
  })

  test('count again in the next clock hour', async () => {
    await begin()
    await server.jump(Math.ceil(server.clock.now() / HOUR_MS) * HOUR_MS + HOUR_MS - 1000)
    reader = await renewed(server, reader)
    await read(reader)
    server.clock.advance(999)
    await read(reader)
    expect(await views()).toBe(1)
    server.clock.advance(1)
    await read(reader)
    expect(await views()).toBe(2)
    await server.jump(server.clock.now() + 3 * HOUR_MS)
    reader = await renewed(server, reader)
    await read(reader)
    expect(await views()).toBe(3)
  })

  test('distinguish guests by address, whatever their browser', async () => {
    await begin()
    const guest = (address: string, agent: string) =>
      readAsGuest({ 'x-forwarded-for': address, 'user-agent': agent })
    await guest('203.0.113.7', 'one')
    await guest('203.0.113.7', 'one')
    expect(await views()).toBe(1)
    for (let agent = 0; agent < 20; agent++) await guest('203.0.113.7', `agent ${agent}`)
    expect(await views()).toBe(1)
    await guest('203.0.113.8', 'one')
    expect(await views()).toBe(2)
    await guest('2001:db8:1:2::1', 'one')
    await guest('2001:db8:1:ff:ffff::2', 'one')
    expect(await views()).toBe(3)
    await guest('2001:db8:1:100::1', 'one')
    expect(await views()).toBe(4)
  })

  test('count a user once across browsers', async () => {
    await begin()
    for (const agent of ['one', 'two']) {
      const headers = { 'user-agent': agent }
      await reader.api.raw('GET', `/posts/suggestions/${postId}`, { headers })
    }
    expect(await views()).toBe(1)
  })

  test('ignore other requests and rejected ones', async () => {
    await begin()
    expect(await reader.api.refusal('GET', `/posts/frees/${postId}`)).toBe('404 NOT_FOUND')
    await reader.api.get(PostList, '/posts/suggestions')
    expect(await views()).toBe(0)
  })

  test('appear within two seconds', async () => {
    await begin()
    await read(reader)
    expect(await listed()).toBe(0)
    server.clock.advance(2000)
    for (let attempts = 0; (await listed()) === 0 && attempts < 1000; attempts++);
    expect(await listed()).toBe(1)
  })

  test('follow the same rule for votes', async () => {
    await begin()
    const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
    const cast = (person: Person) =>
      person.api.call(CreateVoteReply, 'POST', '/votes', {
        targetDate: target2.targetDate,
        vote: 'up',
      })
    const { id } = await cast(author)
    const view = (person: Person) => person.api.get(VoteDetail, `/votes/${id}`)
    const first = async () => {
      await server.services.views.flush()
      const { posts } = await server.api.get(VoteList, '/votes')
      return posts.find((post) => post.id === id)?.views
    }
    expect(await reader.api.refusal('GET', `/votes/${id}`)).toBe('403 VOTE_REQUIRED')
    expect(await first()).toBe(0)
    await cast(reader)
    await Promise.all([view(author), view(reader), view(reader)])
    expect(await first()).toBe(1)
    await server.jump(server.clock.now() + HOUR_MS)
    reader = await renewed(server, reader)
    await view(reader)
    expect(await first()).toBe(2)
    // A vote and a post with the same id are counted separately.
    expect(await listed()).toBe(0)
  })

  const marks = () =>
    server.infrastructure.database.query(
      statement('SELECT hour, length(viewer) AS size FROM recent_view', {
        hour: column.instant,
        size: column.int,
      }),
    )

  test('never contain an address', async () => {
    await begin()
    await read(reader)
    await server.services.views.flush()
    expect(await marks()).toContainEqual({
      hour: new Date(Math.floor(server.clock.now() / HOUR_MS) * HOUR_MS),
      size: 32,
    })
  })

  test('are deleted after a few hours without another view', async () => {
    await begin()
    await read(reader)
    await server.services.views.flush()
    expect((await marks()).length).toBeGreaterThan(0)
    await server.jump(server.clock.now() + 3 * HOUR_MS)
    await eventually(async () => (await marks()).length === 0)
  })
})
