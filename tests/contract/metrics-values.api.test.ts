import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { addPushDevice } from '#tests/support/push-person.ts'
import { pushService } from '#tests/support/push-service.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const EARLIER = statement("UPDATE push_delivery SET due = due - interval '2 hours'")
const service = pushService()
let server: TestServer
let author: Person
beforeAll(async () => {
  server = await startTestServer({ pushFetch: service.fetch })
  author = await server.person('Author')
  await addPushDevice(author, service)
})
afterAll(() => server.stop())

/** The series of one metric, as Prometheus reads them. */
async function series(name: string): Promise<string[]> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return text.split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line))
}

test('names the exchange of the newest price', async () => {
  expect(await series('tidemark_feed_exchange')).toEqual([
    'tidemark_feed_exchange{exchange="simulated"} 1',
  ])
})

test('counts the votes of the live round', async () => {
  expect(await series('tidemark_live_votes')).toEqual(['tidemark_live_votes 0'])
  const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
  const body = { targetDate: target2.targetDate, vote: 'up' }
  await author.api.raw('POST', '/votes', { body })
  expect(await series('tidemark_live_votes')).toEqual(['tidemark_live_votes 1'])
})

test('counts new accounts, and nobody who signs in again', async () => {
  const count = async () => Number((await series('tidemark_sign_ups_total'))[0]?.split(' ')[1])
  const before = await count()
  await server.person('Newcomer')
  await server.person('Newcomer')
  expect((await count()) - before).toBe(1)
})

test('tells how many reports wait for moderators, and for how long', async () => {
  expect(await series('tidemark_moderation_\\w+')).toEqual([
    'tidemark_moderation_cases 0',
    'tidemark_moderation_appeals 0',
    'tidemark_moderation_oldest_seconds 0',
  ])
  const content = '<p>Buy my course</p>'
  const { id } = await author.api.call(CreatePostReply, 'POST', '/posts/frees', { content })
  const reader = await server.person('Reader')
  const body = { target: 'post', targetId: id, reason: 'spam' }
  expect((await reader.api.raw('POST', '/reports', { body })).status).toBe(200)
  await server.jump(server.clock.now() + HOUR_MS)
  expect(await series('tidemark_moderation_\\w+')).toEqual([
    'tidemark_moderation_cases 1',
    'tidemark_moderation_appeals 0',
    'tidemark_moderation_oldest_seconds 3600',
  ])
})

test('counts failed watches of calls with those of the notifications that they create', async () => {
  const { flips, worths } = server.services.alerts
  const watches = [
    spyOn(flips, 'stats').mockReturnValue({ failures: 20_000 }),
    spyOn(worths, 'stats').mockReturnValue({ failures: 3_000, people: 0 }),
  ]
  expect(await series('tidemark_notification_failures_total')).toEqual([
    'tidemark_notification_failures_total 23000',
  ])
  for (const watch of watches) watch.mockRestore()
})

test('tells how late push messages are', async () => {
  await server.jump('2026-11-26T00:00:03.000Z')
  await server.services.notifications.fanout.run()
  // Moving the clock would run the job that sends them.
  await server.infrastructure.database.query(EARLIER, [])
  expect(await series('tidemark_push_late_seconds')).toEqual(['tidemark_push_late_seconds 7200'])
  await server.services.notifications.pusher.run()
  expect(await series('tidemark_push_late_seconds')).toEqual(['tidemark_push_late_seconds 0'])
})
