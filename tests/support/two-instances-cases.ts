import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { runCommand } from '#api/commands/main.ts'
import { systemClock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { createJobLock } from '#api/infrastructure/job-lock.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply, PostList } from '#shared/contract/posts.ts'
import { NicknameReply, Profile } from '#shared/contract/profile.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { SavedReply } from '#shared/contract/replies.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, VoteList } from '#shared/contract/votes.ts'
import type { ApiClient } from './api-client.ts'
import { readBusMetrics } from './bus-metrics.ts'
import { eventually } from './eventually.ts'
import { slowestAct } from './moderation-delay.ts'
import { openSharedDatabase, type SharedDatabase, withoutClose } from './shared-database.ts'
import { openStream } from './stream-client.ts'
import { type TestClock, testClock } from './test-clock.ts'
import { type Person, SATURDAY, startTestServer, type TestServer } from './test-server.ts'

/** Two instances on one PostgreSQL database show each other's writes, through any event bus. */
export function twoInstancesCases(
  environment: () => Record<string, string>,
  cutBus: (database: Database) => Promise<unknown>,
  /** Sends a message that no instance has sealed. */
  sendForeign: (database: Database, message: string) => Promise<unknown>,
): void {
  let shared: SharedDatabase
  let clock: TestClock
  let here: TestServer
  let there: TestServer
  let mina: Person
  let voteId = 0
  /** The bus metrics of the other instance before the first write. */
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
    const start = (database: Database) => {
      const lock = { url: shared.url ?? '', clock: systemClock, log: createLog('silent') }
      const jobLock = createJobLock(lock)
      return startTestServer({
        environment: settings,
        database: withoutClose(database),
        clock,
        jobLock,
      })
    }
    here = await start(one)
    there = await start(other)
    mina = await here.person('Mina')
    before = await busThere()
  })
  afterAll(async () => {
    await there.stop()
    await shared.close()
  })

  /** A reply without what changes with time alone. */
  const contentOf = (body: unknown) =>
    JSON.stringify(body, (key, value) => (/^(serverDate|price)$/.test(key) ? undefined : value))

  const step = { step: () => clock.advance(10) }

  const busThere = () => readBusMetrics(there.url)

  /** Reads a cached reply of the other instance, `act`s here, and reads until the reply changes. */
  async function changedThere<Schema extends TSchema>(
    schema: Schema,
    path: string,
    act: () => Promise<unknown>,
  ) {
    const first = await there.api.raw('GET', path)
    await act()
    await eventually(
      async () => contentOf((await there.api.raw('GET', path)).body) !== contentOf(first.body),
      step,
    )
    return there.api.get(schema, path)
  }

  async function expectSignedOut(api: ApiClient) {
    const isRefused = async () => (await api.raw('GET', '/profile')).status === 401
    await eventually(isRefused, step)
    expect(await api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
  }

  describe('a write at one instance appears at the other', () => {
    test('a vote in summary and list', async () => {
      const { target2 } = await there.api.get(VoteSummary, '/vote/summary')
      await there.api.get(VoteList, '/votes?page=1')
      const summary = await changedThere(VoteSummary, '/vote/summary', async () => {
        const body = { targetDate: target2.targetDate, vote: 'up', content: '<p>Up.</p>' }
        voteId = (await mina.api.call(CreateVoteReply, 'POST', '/votes', body)).id
      })
      expect(summary.target2.votes).toMatchObject({ up: 1 })
      const list = await there.api.get(VoteList, '/votes?page=1')
      expect(list.posts.map(({ id }) => id)).toEqual([voteId])
    })

    test('a post', async () => {
      const list = await changedThere(PostList, '/posts/frees?page=1', () =>
        mina.api.call(CreatePostReply, 'POST', '/posts/frees', { content: '<p>A post.</p>' }),
      )
      expect(list.posts.map(({ title }) => title)).toEqual(['A post.'])
    })

    test('a reaction', async () => {
      const reader = await here.person('Reader')
      const { target2 } = await here.api.get(VoteSummary, '/vote/summary')
      const vote = { targetDate: target2.targetDate, vote: 'unknown' }
      await changedThere(VoteList, '/votes?page=1', () =>
        reader.api.call(CreateVoteReply, 'POST', '/votes', vote),
      )
      const list = await changedThere(VoteList, '/votes?page=1', () =>
        reader.api.call(ReactionReply, 'POST', `/votes/${voteId}/reaction`, { reaction: 'like' }),
      )
      expect(list.posts.find(({ id }) => id === voteId)?.likes).toBe(1)
    })

    test('a nickname', async () => {
      const { posts } = await changedThere(VoteList, '/votes?page=1', () =>
        mina.api.call(NicknameReply, 'POST', '/profile/update-nickname', { nickname: 'Newly' }),
      )
      expect(posts.find(({ id }) => id === voteId)?.nickname).toBe('Newly')
    })

    test('a reply in the windows that show its thread', async () => {
      const client = await openStream(there.url)
      await client.next('hello')
      client.send(`thread post 1 vote ${voteId}`)
      await mina.api.call(SavedReply, 'POST', `/votes/${voteId}/replies`, { content: 'Hi.' })
      await eventually(() => client.messages.some(({ type }) => type === 'thread'), step)
      expect(await client.next('thread')).toMatchObject({ target: 'vote', id: voteId })
      client.close()
    })

    test('a sign-out', async () => {
      const joe = await here.person('Joe')
      const api = there.api.as(joe.token)
      await api.get(Profile, '/profile')
      await joe.api.call(Done, 'POST', '/auth/logout', {})
      await expectSignedOut(api)
    })

    test('a hidden post and a ban, within a second', async () => {
      expect(await slowestAct(here, there, clock)).toBeLessThan(1_000)
    })

    test('all of these through events, without invalidating every cache', async () => {
      const { received_total: received, sent_total: _, ...rest } = await busThere()
      const { received_total: receivedBefore, sent_total: __, ...expected } = before
      expect(rest).toEqual(expected)
      expect(Number(received)).toBeGreaterThan(Number(receivedBefore))
    })

    test('a sign-out whose event is lost with the connection, after which pages fetch again', async () => {
      const joe = await here.person('Joe')
      const api = there.api.as(joe.token)
      await api.get(Profile, '/profile')
      const [database] = shared.holders
      if (!database) throw new Error('there is no database')
      const { invalidations_total: invalidations } = await busThere()
      const page = await openStream(there.url)
      await page.next('hello')
      await cutBus(database)
      await joe.api.call(Done, 'POST', '/auth/logout', {})
      const isRefused = async () => (await api.raw('GET', '/profile')).status === 401
      await eventually(isRefused, { step: () => clock.advance(50), what: 'the session ends there' })
      expect(await api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
      expect((await busThere()).invalidations_total).not.toBe(invalidations)
      const hasMissed = () => page.messages.some(({ type }) => type === 'missed')
      await eventually(hasMissed, { step: () => clock.advance(50) })
      page.close()
    })

    test('the end of all sessions by the admin command', async () => {
      const joe = await here.person('Joe')
      const { config } = here.infrastructure
      const log = createLog('silent')
      const print = () => {}
      const deps = { config, clock, log, print, printError: print }
      expect(await runCommand('admin', ['end-sessions', '--all'], deps)).toBe(0)
      for (const { api } of [here, there]) await expectSignedOut(api.as(joe.token))
    })

    test('nothing that a stranger sends on the bus', async () => {
      const [database] = shared.holders
      if (!database) throw new Error('there is no database')
      const events: unknown[] = []
      const stops = (['price', 'sessionRevoked'] as const).map((topic) =>
        there.infrastructure.bus.on(topic, (event) => events.push(event)),
      )
      const rejected = () => there.infrastructure.bus.stats()?.rejected ?? 0
      const before = rejected()
      const tick = { price: '67250.10', time: clock.now(), source: 'binance' }
      for (const price of ['67250.10', '0.01', '-5', 'NaN']) {
        for (const time of [tick.time, 9e15]) {
          const event = { ...tick, price, time }
          const message = { instance: 'a stranger', topic: 'price', event }
          await sendForeign(database, JSON.stringify(message))
        }
      }
      const revoked = { sessionId: 'x', at: 0 }
      const message = { instance: 'a stranger', topic: 'sessionRevoked', event: revoked }
      await sendForeign(database, JSON.stringify(message))
      await eventually(() => rejected() === before + 9, step)
      expect(events).toEqual([])
      for (const stop of stops) stop()
    })

    test('a vote on the WebSocket', async () => {
      const joe = await here.person('Joe')
      const { target2 } = await here.api.get(VoteSummary, '/vote/summary')
      const client = await openStream(there.url)
      await client.next('hello')
      const body = { targetDate: target2.targetDate, vote: 'down', content: '<p>Down.</p>' }
      await joe.api.call(CreateVoteReply, 'POST', '/votes', body)
      const hasSummary = () => client.messages.some(({ type }) => type === 'summary')
      await eventually(hasSummary, step)
      const { summary } = await client.next('summary')
      expect(summary.target2.votes).toMatchObject({ up: 1, down: 1, unknown: 1 })
      client.close()
    })
  })

  test('the other instance takes the job lock within 10 s after the owner stops', async () => {
    const owners = () => [here, there].map(({ infrastructure }) => infrastructure.jobLock.isHeld())
    expect(owners()).toEqual([true, false])
    const begin = performance.now()
    await here.stop()
    await eventually(() => there.infrastructure.jobLock.isHeld())
    expect(performance.now() - begin).toBeLessThan(10_000)
    expect(owners()).toEqual([false, true])
  })
}
