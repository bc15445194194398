import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newcomer } from '#tests/support/crowd.ts'
import { addPushDevice } from '#tests/support/push-person.ts'
import { pushService } from '#tests/support/push-service.ts'
import { migratedImage, testServerUrl } from '#tests/support/test-database.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { threadCpu } from '#tests/support/thread-cpu.ts'

/** More in a trial of the whole: SUBSCRIBERS=10000. */
const SUBSCRIBERS = Number(process.env.SUBSCRIBERS ?? 1000)
/** CPU of the thread between two turns of the event loop. The embedded database shares the thread. */
const HOLD_MS = 50

const service = pushService()
let server: TestServer

beforeAll(async () => {
  // A database that earlier files have used is twice as slow in the thread.
  const database = testServerUrl === null && (await openPglite({ image: await migratedImage() }))
  server = await startTestServer({
    ...(database && { database }),
    pushFetch: async () => new Response(null, { status: 201 }),
  })
})
afterAll(() => server.stop())

/** People with a session, a device and a vote like those of the first person. */
const FILL = statement(`WITH first AS (SELECT * FROM push_device LIMIT 1), people AS (
    INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login)
    SELECT 'other', '', 'p', 'many' || i, now(), now() FROM generate_series(2, $1::int) i RETURNING id
  ), sessions AS (
    INSERT INTO session (id, user_id, created, last_used, expires)
    SELECT gen_random_uuid(), id, now(), now(), '2027-02-01Z' FROM people RETURNING id, user_id
  ), devices AS (
    INSERT INTO push_device (user_id, session_id, endpoint, p256dh, auth, server_key, zone, locale,
      created)
    SELECT s.user_id, s.id, f.endpoint || s.user_id, f.p256dh, f.auth, f.server_key, f.zone, f.locale,
      f.created FROM sessions s, first f
  ) INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
    has_content, created)
  SELECT v.round_id, p.id, v.choice, 1, -1, 2, '', '', false, v.created FROM people p, vote v`)

test('messages to all subscribers of a settlement never hold the thread', async () => {
  const person = await newcomer(server, 'Mina')
  await addPushDevice(person, service)
  await castVote(server, person)
  await server.infrastructure.database.query(FILL, [SUBSCRIBERS])
  server.clock.jump('2026-11-26T00:00:03.000Z')
  // The work of the settlement itself, and of the tree of the round that closed.
  await Promise.all([server.services.sweeper.run(), server.services.sealer.run()])

  const { fanout, pusher } = server.services.notifications
  let isOver = false
  const work = (async () => {
    await fanout.run()
    await pusher.run()
    isOver = true
  })()
  const holds: number[] = []
  while (!isOver) {
    const begin = threadCpu()
    await new Promise((resolve) => setImmediate(resolve))
    holds.push(threadCpu() - begin)
  }
  await work
  expect(pusher.stats().sent).toBe(SUBSCRIBERS)
  // Two may be collections of garbage.
  const [, , longest = 0] = holds.sort((a, b) => b - a)
  expect(longest).toBeLessThan(HOLD_MS)
})
