import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply, PostList } from '#shared/contract/posts.ts'
import { Profile } from '#shared/contract/profile.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { Rankers } from '#shared/contract/users.ts'
import { VoteList } from '#shared/contract/votes.ts'
import { castVote } from '#tests/support/account-world.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer } from '#tests/support/crowd.ts'
import { withoutClose } from '#tests/support/shared-database.ts'
import { openStream } from '#tests/support/stream-client.ts'
import { connectedBuses } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { SATURDAY, startTestServer, type TestServer } from '#tests/support/test-server.ts'

let servers: TestServer[]
let close: () => Promise<void>

beforeAll(async () => {
  const database = await openTestDatabase()
  const clock = testClock(SATURDAY)
  const environment = { JWT_SECRET: 'a secret shared by both servers of this test' }
  servers = []
  for (const { bus } of await connectedBuses(2, clock)) {
    servers.push(
      await startTestServer({ database: withoutClose(database), clock, environment, bus }),
    )
  }
  close = () => database.close()
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await close()
})

test('another instance shows the deletion of an account with the next request', async () => {
  const [here, there] = servers
  if (!here || !there) throw new Error('there are not two')
  const leaver = await newcomer(here, 'Leaver')
  await castVote(here, leaver, '<p>Up</p>')
  await leaver.api.call(CreatePostReply, 'POST', '/posts/frees', { content: '<p>Mine</p>' })
  await here.infrastructure.database.script('UPDATE user_stats SET settled = 1')
  const read = async () => ({
    votes: (await there.api.get(VoteList, '/votes?page=1')).posts.length,
    posts: (await there.api.get(PostList, '/posts/frees?page=1')).posts.length,
    up: (await there.api.get(VoteSummary, '/vote/summary')).target2.votes.up,
    rankers: (await there.api.get(Rankers, '/users/rankers')).length,
  })
  expect(await read()).toEqual({ votes: 1, posts: 1, up: 1, rankers: 1 })
  await there.api.as(leaver.token).get(Profile, '/profile')
  const stream = await openStream(there.url)
  await stream.next('hello')
  const { nickname } = claimsOf(leaver.token)
  await leaver.api.call(Done, 'DELETE', '/account', { nickname })
  expect(await read()).toEqual({ votes: 0, posts: 0, up: 0, rankers: 0 })
  expect(await there.api.as(leaver.token).refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
  expect(await stream.next('content')).toMatchObject({ target: 'user', id: leaver.id })
  stream.close()
})

test('an instance that starts afterwards refuses the old access token too', async () => {
  const [here, there] = servers
  if (!here || !there) throw new Error('there are not two')
  const leaver = await newcomer(here, 'Second')
  await leaver.api.call(Done, 'DELETE', '/account', { nickname: claimsOf(leaver.token).nickname })
  const { revocations, sessionStore } = there.services
  await revocations.load(sessionStore)
  expect(await there.api.as(leaver.token).refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
})
