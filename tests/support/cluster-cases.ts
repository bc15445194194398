import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import type { Database } from '#api/infrastructure/database/database.ts'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply, PostList } from '#shared/contract/posts.ts'
import { NicknameReply, Profile } from '#shared/contract/profile.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { Rankers } from '#shared/contract/users.ts'
import { CreateVoteReply, VoteList } from '#shared/contract/votes.ts'
import { eventually } from './eventually.ts'
import { keptOpen, openSharedDatabase, type SharedDatabase } from './shared-database.ts'
import { openStream } from './stream-client.ts'
import { type TestClock, testClock } from './test-clock.ts'
import { type Person, SATURDAY, startTestServer, type TestServer } from './test-server.ts'

/** What two servers on one PostgreSQL database know of each other, on whatever bus. */
export function clusterCases(
  environment: () => Record<string, string>,
  loseBus: (database: Database) => Promise<unknown>,
): void {
  let shared: SharedDatabase
  let clock: TestClock
  let here: TestServer
  let there: TestServer
  let mina: Person
  let voteId = 0
  /** What the other server told of its bus once both knew each other. */
  let before: Record<string, string> = {}

  beforeAll(async () => {
    shared = await openSharedDatabase(2)
    clock = testClock(SATURDAY)
    const settings = {
      JWT_SECRET: 'the same secret for both of the servers',
      DATABASE_URL: shared.url ?? '',
      ...environment(),
    }
    const [one, other] = shared.holders
    if (!one || !other) throw new Error('there are not two')
    here = await startTestServer({ environment: settings, database: keptOpen(one), clock })
    there = await startTestServer({ environment: settings, database: keptOpen(other), clock })
    mina = await here.person('Mina')
    const hasHeard = async () => (await busThere()).others === '1'
    while (!(await hasHeard())) clock.advance(50)
    before = await busThere()
  })
  afterAll(async () => {
    await here.stop()
    await there.stop()
    await shared.close()
  })

  /** What the metrics of the other server say of its bus. */
  async function busThere(): Promise<Record<string, string>> {
    const metrics = await fetch(`${there.url}/metrics`).then((reply) => reply.text())
    const lines = metrics.matchAll(/^tidemark_bus_(\w+) (.*)$/gm)
    return Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
  }

  /** What the other server answers, read until `isNew`: kept replies, which only an event renews. */
  async function seenThere<Schema extends TSchema>(
    schema: Schema,
    path: string,
    act: () => Promise<unknown>,
  ) {
    // The first event after a pause goes out without the clock, so that no beat comes in between.
    clock.advance(20)
    const first = await there.api.raw('GET', path)
    await act()
    let now = first
    let isAsking = false
    await eventually(() => {
      if (isAsking) return false
      if (!Bun.deepEquals(now.body, first.body)) return true
      isAsking = true
      there.api.raw('GET', path).then((reply) => {
        now = reply
        isAsking = false
      })
      return false
    })
    return there.api.get(schema, path)
  }

  describe('what happens at one server is seen at the other', () => {
    test('a vote, in the summary and in the list', async () => {
      const { target2 } = await there.api.get(VoteSummary, '/vote/summary')
      await there.api.get(VoteList, '/votes?page=1')
      const summary = await seenThere(VoteSummary, '/vote/summary', async () => {
        const body = { targetDate: target2.targetDate, vote: 'up', content: '<p>Up.</p>' }
        voteId = (await mina.api.call(CreateVoteReply, 'POST', '/votes', body)).id
      })
      expect(summary.target2.votes).toMatchObject({ up: 1 })
      const list = await there.api.get(VoteList, '/votes?page=1')
      expect(list.posts.map(({ id }) => id)).toEqual([voteId])
      const rankers = await there.api.get(Rankers, '/users/rankers')
      expect(rankers.map(({ id }) => id)).toEqual([mina.id])
    })

    test('a post', async () => {
      const list = await seenThere(PostList, '/posts/frees?page=1', () =>
        mina.api.call(CreatePostReply, 'POST', '/posts/frees', { content: '<p>A post.</p>' }),
      )
      expect(list.posts.map(({ title }) => title)).toEqual(['A post.'])
    })

    test('a reaction', async () => {
      const list = await seenThere(VoteList, '/votes?page=1', () =>
        mina.api.call(ReactionReply, 'POST', `/votes/${voteId}/reaction`, { reaction: 'like' }),
      )
      expect(list.posts[0]?.likes).toBe(1)
    })

    test('a new name', async () => {
      const rankers = await seenThere(Rankers, '/users/rankers', () =>
        mina.api.call(NicknameReply, 'POST', '/profile/update-nickname', { nickname: 'Newly' }),
      )
      expect(rankers[0]?.nickname).toBe('Newly')
    })

    test('a sign-out', async () => {
      const joe = await here.person('Joe')
      const api = there.api.as(joe.token)
      await api.get(Profile, '/profile')
      clock.advance(20)
      await joe.api.call(Done, 'POST', '/auth/logout', {})
      let said = 0
      await eventually(() => {
        api.raw('GET', '/profile').then(({ status }) => {
          said = status
        })
        return said === 401
      })
      expect(await api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    })

    test('and all of that by events, with nothing lost', async () => {
      const { received_total: received, lag_seconds: _, ...rest } = await busThere()
      const { received_total: heard, lag_seconds: __, ...expected } = before
      expect(rest).toEqual(expected)
      expect(Number(received)).toBeGreaterThan(Number(heard))
    })

    test('a sign-out that no event tells, because the bus is away', async () => {
      const joe = await here.person('Joe')
      const api = there.api.as(joe.token)
      await api.get(Profile, '/profile')
      const [database] = shared.holders
      if (!database) throw new Error('there is no database')
      await loseBus(database)
      while ((await busThere()).connected === '1') await Bun.sleep(1)
      await joe.api.call(Done, 'POST', '/auth/logout', {})
      while ((await api.raw('GET', '/profile')).status !== 401) clock.advance(50)
      expect(await api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    })

    test('a vote, on the stream', async () => {
      const joe = await here.person('Joe')
      const { target2 } = await here.api.get(VoteSummary, '/vote/summary')
      const client = await openStream(there.url)
      await client.next('hello')
      const body = { targetDate: target2.targetDate, vote: 'down', content: '<p>Down.</p>' }
      await joe.api.call(CreateVoteReply, 'POST', '/votes', body)
      const isTold = () => client.messages.some(({ type }) => type === 'summary')
      await eventually(isTold, { step: () => clock.advance(10) })
      const { summary } = await client.next('summary')
      expect(summary.target2.votes).toMatchObject({ up: 1, down: 1 })
      client.close()
    })
  })
}
