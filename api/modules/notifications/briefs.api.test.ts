import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { Done } from '#shared/contract/common.ts'
import { NotificationList, NotificationSettings } from '#shared/contract/notifications.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { OwnVotes } from '#shared/contract/profile.ts'
import { SavedReply } from '#shared/contract/replies.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { openVoteOf, openVoteValue } from '#shared/rules/open-vote.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { addPushDevice } from '#tests/support/push-person.ts'
import { type PushService, pushService } from '#tests/support/push-service.ts'
import { openSharedDatabase, type SharedDatabase } from '#tests/support/shared-database.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createBriefStore } from './brief-store.ts'
import { createBriefs } from './briefs.ts'

const SETTINGS = '/notifications/settings'
const NOON = { hour: 12, zone: 'Asia/Seoul' }

describe('the brief of a day', () => {
  let server: TestServer
  let service: PushService
  let mina: Person

  beforeEach(async () => {
    service = pushService()
    // Half an hour before noon in Seoul, in the round of a Thursday.
    server = await startTestServer({ pushFetch: service.fetch })
    mina = await newcomer(server, 'Mina')
  })
  afterEach(() => server.stop())

  const again = async (person: Person) => {
    person.api = (await signedInAs(server, person.id)).api
  }
  const wantBrief = (person: Person, brief: typeof NOON | null) =>
    person.api.call(Done, 'PUT', SETTINGS, { ...DEFAULT_KINDS, brief })
  const briefsOf = async (person: Person) => {
    await again(person)
    const { items } = await person.api.get(NotificationList, '/notifications')
    return items.flatMap(({ kind, brief }) => (kind === 'brief' && brief ? [brief] : []))
  }
  /** Also waits until the market knows the last 00:00 UTC. */
  const jump = async (instant: string) => {
    await server.jump(instant)
    const { market } = server.infrastructure
    await eventually(() => market.dayMark() !== null && market.price()?.freshness === 'live', {
      step: () => server.clock.advance(1000),
    })
  }
  const run = () => server.services.notifications.briefs.run()

  test('is off at first, and its time is saved apart from the switches', async () => {
    const settings = () => mina.api.get(NotificationSettings, SETTINGS)
    expect((await settings()).brief).toBeNull()
    await wantBrief(mina, { hour: 8, zone: 'asia/seoul' })
    await mina.api.call(Done, 'PUT', SETTINGS, { ...DEFAULT_KINDS, opened: true })
    expect(await settings()).toMatchObject({
      brief: { hour: 8, zone: 'Asia/Seoul' },
      kinds: { opened: true },
    })
    await wantBrief(mina, null)
    expect((await settings()).brief).toBeNull()
  })

  test('is had at hours from 8 to 21 of a known time zone only', async () => {
    const refused = [
      { hour: 7, zone: 'UTC' },
      { hour: 22, zone: 'UTC' },
      { hour: 9.5, zone: 'UTC' },
      { hour: 9, zone: 'Mars/Olympus' },
      { hour: 9, zone: '+09:00' },
      { hour: 9 },
    ]
    for (const brief of refused) {
      const body = { ...DEFAULT_KINDS, brief }
      expect(await mina.api.refusal('PUT', SETTINGS, body)).toEndWith(' INVALID')
    }
    expect((await mina.api.get(NotificationSettings, SETTINGS)).brief).toBeNull()
  })

  test('comes at its time, once, to the list and each device of whoever wants it', async () => {
    const joe = await newcomer(server, 'Joe')
    const endpoint = await addPushDevice(mina, service)
    await addPushDevice(joe, service)
    await wantBrief(mina, NOON)
    await jump('2026-11-21T02:58:00Z')
    await run()
    expect(await briefsOf(mina)).toEqual([])
    await jump('2026-11-21T03:00:00Z')
    for (let count = 0; count < 3; count++) await run()
    await server.services.notifications.pusher.run()
    expect(await briefsOf(mina)).toMatchObject([{ openCalls: null, periodEnd: null }])
    expect(await briefsOf(joe)).toEqual([])
    expect(service.received.map((push) => push.endpoint)).toEqual([endpoint])
    const { notification } = JSON.parse(service.received[0]?.text ?? '')
    expect(notification).toMatchObject({
      title: expect.stringMatching(/^BTC\/USDT [\d,]+$/),
      tag: 'brief-day',
    })
    await jump('2026-11-22T02:59:00Z')
    await run()
    expect(await briefsOf(mina)).toHaveLength(1)
    await jump('2026-11-22T03:00:30Z')
    await run()
    expect(await briefsOf(mina)).toHaveLength(2)
  })

  test('counts replies of notices that were not seen', async () => {
    await wantBrief(mina, NOON)
    const joe = await newcomer(server, 'Joe')
    const path = '/posts/frees'
    const { id } = await mina.api.call(CreatePostReply, 'POST', path, { content: '<p>Post</p>' })
    await joe.api.call(SavedReply, 'POST', `${path}/${id}/replies`, { content: 'A reply' })
    await server.services.notifications.threadNotices.run()
    await jump('2026-11-21T03:00:30Z')
    await run()
    expect((await briefsOf(mina)).map(({ replies }) => replies)).toEqual([1])
    const [newest] = (await mina.api.get(NotificationList, '/notifications')).items
    await mina.api.call(Done, 'POST', '/notifications/seen', { id: newest?.id })
    await jump('2026-11-22T03:00:30Z')
    await run()
    expect((await briefsOf(mina)).map(({ replies }) => replies)).toEqual([undefined, 1])
  })

  test('has the changes and the worth that the summary and the own calls give', async () => {
    await castVote(server, mina)
    await jump('2026-11-23T03:00:00Z')
    await again(mina)
    await castVote(server, mina)
    await wantBrief(mina, { ...NOON, hour: 13 })
    await jump('2026-11-24T04:00:00Z')
    await run()
    const [brief] = await briefsOf(mina)
    const {
      target1,
      target2,
      s60 = 0,
      dayMark,
    } = await server.api.get(VoteSummary, '/vote/summary')
    expect(brief?.rounds).toEqual(
      [target1, target2].map(({ refDate, targetDate, refPrice }) => ({
        refDate,
        targetDate,
        change: Number(brief?.price) / Number(refPrice) - 1,
      })),
    )
    const votes = await mina.api.get(OwnVotes, '/profile/votes')
    const worthAt = (price: string, volatility: number, now: number) =>
      votes.reduce((sum, vote) => {
        const targetDate = Date.parse(vote.targetTime)
        const market = {
          priceNow: price,
          refPrice: vote.refPrice ?? '',
          s60: volatility,
          now,
          targetDate,
        }
        return sum + (openVoteValue(openVoteOf(vote), market) ?? 0)
      }, 0)
    if (!dayMark || !brief) throw new Error('no mark of the day')
    const [item] = (await mina.api.get(NotificationList, '/notifications')).items
    const points = worthAt(brief.price, s60, Date.parse(item?.created ?? ''))
    const before = worthAt(dayMark.price, dayMark.s60, Date.parse(dayMark.time))
    expect(votes).toHaveLength(2)
    expect(brief.openCalls).toEqual({ points, change: points - before, since: dayMark.time })
  })

  test('says on a Monday in UTC what the week before has brought, to whoever had a call there', async () => {
    const joe = await newcomer(server, 'Joe')
    await castVote(server, mina)
    for (const person of [mina, joe]) await wantBrief(person, { hour: 9, zone: 'UTC' })
    await jump('2026-11-26T00:01:00Z')
    await again(mina)
    const [vote] = await mina.api.get(OwnVotes, '/profile/votes')
    await jump('2026-11-30T09:00:00Z')
    await run()
    await jump('2026-12-01T09:00:00Z')
    await run()
    const [tuesday, monday] = await briefsOf(mina)
    expect(monday?.lastWeek).toEqual({ week: '2026-48', points: vote?.points ?? Number.NaN })
    expect(tuesday?.lastWeek).toBeNull()
    expect((await briefsOf(joe)).map(({ lastWeek }) => lastWeek)).toEqual([null, null])
  })

  test('names the end of the period on its local day only', async () => {
    // In Seoul the period ends on the next morning, in Los Angeles within the day.
    const joe = await newcomer(server, 'Joe')
    await wantBrief(mina, { hour: 21, zone: 'Asia/Seoul' })
    await wantBrief(joe, { hour: 8, zone: 'America/Los_Angeles' })
    await jump('2026-11-22T12:00:00Z')
    await run()
    await jump('2026-11-22T16:00:00Z')
    await run()
    expect((await briefsOf(mina)).map(({ periodEnd }) => periodEnd)).toEqual([null])
    const ends = (await briefsOf(joe)).map(({ periodEnd }) => periodEnd)
    expect(ends.at(-1)).toBe('2026-11-23T00:00:00.000Z')
  })

  test('does not come to whoever is signed in nowhere, and stays due when switches change', async () => {
    const away = await newcomer(server, 'Away')
    for (const person of [mina, away]) await wantBrief(person, NOON)
    await away.api.raw('POST', '/account/sessions/end-all', { body: {} })
    await jump('2026-11-21T03:00:00Z')
    await again(mina)
    await wantBrief(mina, NOON)
    await run()
    expect(await briefsOf(mina)).toHaveLength(1)
    expect(await briefsOf(away)).toEqual([])
    await jump('2026-11-22T03:00:00Z')
    await run()
    expect(await briefsOf(away)).toHaveLength(1)
  })
})

const PERSON = statement(
  `WITH person AS (INSERT INTO user_account (login_method, email, nickname, unique_code, created,
      last_login) VALUES ('other', '', 'p', $1, now(), now()) RETURNING id),
    session AS (INSERT INTO session (id, user_id, created, last_used, expires)
      SELECT gen_random_uuid(), id, now(), now(), '2027-02-01Z' FROM person RETURNING id, user_id),
    device AS (INSERT INTO push_device (user_id, session_id, endpoint, p256dh, auth, server_key, zone,
        locale, created)
      SELECT user_id, id, id::text, '', '', '', 'UTC', 'en-US', now() FROM session RETURNING id)
  INSERT INTO notification_setting (user_id, brief_hour, brief_zone, brief_due)
    SELECT id, 9, 'UTC', $2 FROM person RETURNING user_id AS id`,
  { id: column.int },
)
const COUNTS = statement(
  `SELECT count(*)::int AS briefs, count(DISTINCT user_id)::int AS people,
    (SELECT count(*)::int FROM push_delivery) AS deliveries,
    (SELECT count(*)::int FROM notification_setting WHERE brief_due <= $1) AS due
  FROM notification WHERE kind::text = 'brief'`,
  { briefs: column.int, people: column.int, deliveries: column.int, due: column.int },
)

describe('owners of the jobs', () => {
  const PEOPLE = 30
  const DUE = Date.parse('2026-11-24T09:00:00Z')
  let shared: SharedDatabase
  let clock: TestClock

  beforeAll(async () => {
    shared = await openSharedDatabase(2)
    clock = testClock(DUE + 5_000)
    for (let number = 0; number < PEOPLE; number++) {
      await shared.holders[0]?.query(PERSON, [`brief${number}`, new Date(DUE)])
    }
  })
  afterAll(() => shared.close())

  const target = (refDate: string, targetDate: string) => {
    const votes = { up: 0, steady: 0, down: 0, unknown: 0 }
    return { refDate, targetDate, refPrice: '100000', votes }
  }
  const summary: VoteSummary = {
    serverDate: '2026-11-24T09:00:00.000Z',
    target1: target('2026-11-19T00:00:00.000Z', '2026-11-26T00:00:00.000Z'),
    target2: target('2026-11-23T00:00:00.000Z', '2026-11-30T00:00:00.000Z'),
    price: {
      value: '101000',
      time: '2026-11-24T09:00:00.000Z',
      source: 'binance',
      market: 'real',
      freshness: 'live',
    },
    s60: 0.02,
    dayMark: { time: '2026-11-24T00:00:00.000Z', price: '100500', s60: 0.02 },
  }
  const ownerOn = (database: Database, present: Partial<VoteSummary> = {}) =>
    createBriefs({
      store: createBriefStore(database, 4),
      summary: { current: async () => ({ ...summary, ...present }) },
      sendPush: async () => {},
      bus: testBus(),
      clock,
      log: createLog('silent'),
    })
  const holder = (index: number): Database => {
    const database = shared.holders[index]
    if (!database) throw new Error('no database')
    return database
  }
  const counts = async () => (await holder(0).query(COUNTS, [new Date(clock.now())]))[0]

  test('lose no brief and repeat none, also when one dies in the middle of a batch', async () => {
    let batches = 0
    const dying: Database = {
      ...holder(0),
      transaction: (work) =>
        holder(0).transaction(async (sql) => {
          const result = await work(sql)
          // Its connection ends before the commit.
          if (++batches > 2) throw new Error('killed')
          return result
        }),
    }
    const first = ownerOn(dying)
    await first.run()
    expect(first.stats()).toEqual({ failures: 1 })
    expect(await counts()).toEqual({ briefs: 8, people: 8, deliveries: 8, due: PEOPLE - 8 })
    const owners = [ownerOn(holder(0)), ownerOn(holder(1))]
    await Promise.all(owners.map((owner) => owner.run()))
    await Promise.all(owners.map((owner) => owner.run()))
    expect(await counts()).toEqual({ briefs: PEOPLE, people: PEOPLE, deliveries: PEOPLE, due: 0 })
  })

  test('wait for a current price, and leave out what is more than three hours late', async () => {
    const { price } = summary
    const stale = { price: price && { ...price, freshness: 'stale' as const } }
    clock.jump(DUE + 24 * HOUR_MS + HOUR_MS)
    await ownerOn(holder(0), stale).run()
    expect(await counts()).toMatchObject({ briefs: PEOPLE, due: PEOPLE })
    await ownerOn(holder(0)).run()
    expect(await counts()).toMatchObject({ briefs: 2 * PEOPLE, due: 0 })
    for (const late of [stale, {}]) {
      clock.jump(clock.now() + 24 * HOUR_MS + 2 * HOUR_MS + 1)
      await ownerOn(holder(1), late).run()
      expect(await counts()).toMatchObject({ briefs: 2 * PEOPLE, due: 0 })
      clock.jump(clock.now() - 2 * HOUR_MS - 1)
    }
  })

  test('wait a quarter of an hour for the prices of a 00:00 UTC', async () => {
    const due = DUE + 5 * 24 * HOUR_MS
    const opening = { target2: { ...summary.target2, refPrice: null } }
    clock.jump(due + 14 * MINUTE_MS)
    const before = await counts()
    await ownerOn(holder(0), opening).run()
    expect(await counts()).toMatchObject({ briefs: before?.briefs, due: PEOPLE })
    clock.jump(due + 15 * MINUTE_MS)
    await ownerOn(holder(0), opening).run()
    expect(await counts()).toMatchObject({ briefs: (before?.briefs ?? 0) + PEOPLE, due: 0 })
  })
})
