import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { recordInternalAct } from '#api/modules/moderation/audit.ts'
import { Done } from '#shared/contract/common.ts'
import { AdminOverview } from '#shared/contract/overview.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { SavedReply } from '#shared/contract/replies.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import {
  type Person,
  SATURDAY,
  startTestServer,
  type TestServer,
} from '#tests/support/test-server.ts'
import { createOverviewStore } from './overview-store.ts'

const SET_LEVEL = statement('UPDATE user_account SET is_admin = 1 WHERE id = $1')
/** 12 settled rounds of which `$1` and `$2` call in each, the second `$3` seconds later. */
const ADD_ROUNDS = statement(
  `INSERT INTO round (ref_date, target_date, outcome, settled_at, close_up, close_steady, close_down,
      close_unknown)
  SELECT '2026-08-03Z'::timestamptz + n * interval '7 days', '2026-08-10Z'::timestamptz + n * interval '7 days',
    'up', '2026-08-10T00:00:10Z'::timestamptz + n * interval '7 days', 2, 0, 0, 0
  FROM generate_series(0, 11) n`,
)
const ADD_CALLS = statement(
  `INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
      has_content, created)
  SELECT id, $1, 'up', 100, -100, 3, '', '', false, ref_date + $2 * interval '1 second'
  FROM round WHERE target_date < '2026-11-01Z'`,
)
const ADD_LATE_PUSH = `
  INSERT INTO notification (user_id, kind, created) SELECT min(id), 'test', now() FROM user_account;
  INSERT INTO push_device (user_id, session_id, endpoint, p256dh, auth, server_key, zone, locale, created)
    SELECT user_id, id, 'https://push.example/' || id, '', '', '', 'UTC', 'en-US', now() FROM session LIMIT 2;
  INSERT INTO push_delivery (notification_id, device_id, due, expires, attempts)
    SELECT n.id, d.id, '2026-11-25Z', '2026-12-01Z', 2 FROM notification n, push_device d
    WHERE n.kind = 'test' ORDER BY d.id LIMIT 1`
const UNSETTLE = statement(
  "UPDATE round SET settled_at = NULL, outcome = NULL WHERE target_date = '2026-11-26Z'",
)
const TWINS = statement('SELECT count(*)::int AS rows FROM twin', { rows: column.int })

describe('the overview of the operator', () => {
  let server: TestServer
  let admin: Person
  let people: Person[]

  const overview = async () =>
    (await signedInAs(server, admin.id)).api.get(AdminOverview, '/admin/overview')
  const query = (...args: Parameters<TestServer['infrastructure']['database']['query']>) =>
    server.infrastructure.database.query(...args)
  const prepare = () => server.services.overview.writer.run()

  beforeAll(async () => {
    server = await startTestServer()
    admin = await newcomer(server, 'Admin')
    people = [
      await newcomer(server, 'One'),
      await newcomer(server, 'Two'),
      await newcomer(server, 'Three'),
    ]
    await query(SET_LEVEL, [admin.id])
  })
  afterAll(() => server.stop())

  test('is of admins only', async () => {
    expect(await server.api.refusal('GET', '/admin/overview')).toBe('401 NOT_SIGNED_IN')
    expect(await people[0]?.api.refusal('GET', '/admin/overview')).toBe('403 FORBIDDEN')
  })

  test('of a new site has zeros and 14 days, today first', async () => {
    const found = await overview()
    expect(found.days.map(({ day }) => day).slice(0, 2)).toEqual(['2026-11-21', '2026-11-20'])
    expect(found.days.length).toBe(14)
    expect(found.waiting).toEqual({ cases: 0, oldestCase: null, appeals: 0, oldestAppeal: null })
    expect(found.twins).toMatchObject({ computedAt: null, total: 0, pairs: [] })
    expect([found.returning, found.settlement]).toEqual([null, { last: null, overdueSince: null }])
    expect(found.feed?.market).toBe('simulated')
  })

  test('counts acts, texts and accounts by UTC day, and what waits with its age', async () => {
    const [one, two] = people
    if (!one || !two) throw new Error('people were expected')
    await castVote(server, one, '<p>A note</p>')
    await castVote(server, two)
    const { id } = await one.api.call(CreatePostReply, 'POST', '/posts/frees', {
      content: '<p>Post</p>',
    })
    await two.api.call(SavedReply, 'POST', `/posts/frees/${id}/replies`, { content: 'A reply' })
    const report = { target: 'post', targetId: id, reason: 'spam' }
    await two.api.call(Done, 'POST', '/reports', report)
    server.clock.jump(Date.parse(SATURDAY) + DAY_MS)
    const again = await signedInAs(server, admin.id)
    await again.api.call(Done, 'POST', '/moderation/acts', {
      act: 'mute',
      ...report,
      target: 'nickname',
      targetId: two.id,
      days: 1,
    })
    admin = again
    const found = await overview()
    expect(found.waiting).toMatchObject({ cases: 1, oldestCase: SATURDAY, appeals: 0 })
    expect(found.days.slice(0, 3)).toEqual([
      { day: '2026-11-22', acts: 1, notes: 0, posts: 0, accounts: 0 },
      { day: '2026-11-21', acts: 0, notes: 1, posts: 2, accounts: 4 },
      { day: '2026-11-20', acts: 0, notes: 0, posts: 0, accounts: 0 },
    ])
  })

  test('counts no act of a person on the own account', async () => {
    const { database } = server.infrastructure
    const now = server.clock.now()
    const subjectId = people[0]?.id ?? 0
    await recordInternalAct(database, { act: 'export', actor: { source: 'self' }, subjectId, now })
    const [today] = await createOverviewStore(database).days(now)
    expect(today).toMatchObject({ day: '2026-11-22', acts: 1 })
  })

  test('is read from the database at most once a minute', async () => {
    const { computedAt } = await overview()
    server.clock.jump(server.clock.now() + MINUTE_MS - 1)
    expect((await overview()).computedAt).toBe(computedAt)
    server.clock.jump(server.clock.now() + 1)
    expect((await overview()).computedAt).not.toBe(computedAt)
  })

  test('counts who called in both of the last two closed rounds', async () => {
    await server.jump('2026-11-23T02:00:00.000Z')
    const [one, two, three] = await Promise.all(
      people.map((person) => signedInAs(server, person.id)),
    )
    if (!one || !two || !three) throw new Error('people were expected')
    people = [one, two, three]
    await castVote(server, one)
    await castVote(server, three)
    await server.jump('2026-11-26T02:00:00.000Z')
    await prepare()
    const { returning } = await overview()
    expect(returning).toEqual({
      last: { refDate: '2026-11-23T00:00:00.000Z', callers: 2 },
      before: { refDate: '2026-11-19T00:00:00.000Z', callers: 2 },
      both: 1,
    })
  })

  test('names the last settlement, and since when one is overdue', async () => {
    const { settlement } = await overview()
    expect(settlement.last).toMatchObject({ targetDate: '2026-11-26T00:00:00.000Z', votes: 2 })
    expect(settlement.overdueSince).toBeNull()
    // Asked directly: the sweep would settle the round before the next request.
    const { database } = server.infrastructure
    const store = createOverviewStore(database)
    await query(UNSETTLE)
    const target = Date.parse('2026-11-26T00:00:00.000Z')
    expect(await store.overdueSince(target + 5 * MINUTE_MS - 1)).toBeNull()
    expect(await store.overdueSince(target + 5 * MINUTE_MS)).toBe('2026-11-26T00:00:00.000Z')
    await server.jump(server.clock.now() + HOUR_MS)
  })

  test('counts push messages that are late or were refused', async () => {
    expect((await overview()).push).toMatchObject({ late: 0, oldestDue: null, since: SATURDAY })
    const { database } = server.infrastructure
    const store = createOverviewStore(database)
    await database.script(ADD_LATE_PUSH)
    const late = { late: 1, oldestDue: '2026-11-25T00:00:00.000Z' }
    const due = Date.parse(late.oldestDue)
    expect(await store.push(due + 5 * MINUTE_MS)).toEqual({ ...late, refused: 1 })
    expect(await store.push(due + MINUTE_MS)).toEqual({ late: 0, oldestDue: null, refused: 1 })
  })

  test('lists twins after a settlement, until one of them is erased', async () => {
    const [one, two, three] = people
    if (!one || !two || !three) throw new Error('people were expected')
    await query(ADD_ROUNDS)
    await query(ADD_CALLS, [one.id, 600])
    await query(ADD_CALLS, [two.id, 720])
    await query(ADD_CALLS, [three.id, 1_100])
    await query(
      statement(
        "UPDATE round SET settled_at = settled_at + interval '1 second' WHERE target_date = '2026-11-26Z'",
      ),
    )
    await prepare()
    server.clock.jump(server.clock.now() + MINUTE_MS)
    const { twins } = await overview()
    expect(twins).toMatchObject({ accounts: 3, total: 1 })
    expect(twins.pairs).toEqual([
      {
        accounts: [
          { uniqueCode: expect.any(String), nickname: 'One', isBanned: false },
          { uniqueCode: expect.any(String), nickname: 'Two', isBanned: false },
        ],
        rounds: 13,
        same: 13,
        gapSeconds: expect.any(Number),
        others: 0,
      },
    ])
    await prepare()
    const session = await signedInAs(server, two.id)
    await session.api.call(Done, 'DELETE', '/account', { nickname: 'Two' })
    expect(await query(TWINS)).toEqual([{ rows: 0 }])
    server.clock.jump(server.clock.now() + MINUTE_MS)
    expect((await overview()).twins).toMatchObject({ total: 0, pairs: [] })
    // Their calls stay, and belong to nobody.
    await query(
      statement(
        "UPDATE round SET settled_at = settled_at + interval '1 second' WHERE target_date = '2026-11-26Z'",
      ),
    )
    await prepare()
    server.clock.jump(server.clock.now() + MINUTE_MS)
    expect((await overview()).twins).toMatchObject({ accounts: 2, total: 0, pairs: [] })
  })
})
