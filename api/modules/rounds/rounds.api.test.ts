import { afterAll, beforeAll, expect, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { OfferCalibration } from '#shared/contract/offers.ts'
import { NicknameReply } from '#shared/contract/profile.ts'
import { OwnRounds, RoundDetail, RoundList } from '#shared/contract/rounds.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { crowd, renewed, signedInAs } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import type { Person } from '#tests/support/test-server.ts'

const REF = '2026-11-19T00:00:00.000Z'
const TARGET = '2026-11-26T00:00:00.000Z'
/** The outcome is up; steady is the plurality. */
const CHOICES = [
  ...['steady', 'up', 'steady', 'down', 'steady', 'up', 'steady', 'unknown', 'up'],
  ...['steady', 'up', 'down'],
] as const

let server: PlannedServer
let people: Person[]
const votes: CreateVoteReply[] = []

beforeAll(async () => {
  server = await startPlannedServer([
    ['2026-11-16T00:00:00Z', 100_000],
    ['2026-11-20T05:00:00Z', null],
    ['2026-11-20T07:00:00Z', 100_000],
    ['2026-11-24T00:00:00Z', 106_000],
    ['2026-11-29T23:00:00Z', 106_000],
    ['2026-11-30T00:00:00Z', null],
    ['2026-12-01T01:00:00Z', 106_000],
  ])
  people = await crowd(server, CHOICES.length)
  // A vote before the first price would have no points. Not `detail`, whose reply is cached by the clock.
  await eventually(async () => {
    const { price, target2 } = await server.api.get(VoteSummary, '/vote/summary')
    return price !== null && target2.refPrice !== null
  })
})
afterAll(() => server.stop())

const list = (page = 1) =>
  server.api.get(RoundList, page === 1 ? '/rounds' : `/rounds?page=${page}`)
const detail = (target = TARGET) => server.api.get(RoundDetail, `/rounds/${target}`)
const vote = async (index: number) => {
  const body = { targetDate: TARGET, vote: CHOICES[index], content: '' }
  const reply = await people[index]?.api.call(CreateVoteReply, 'POST', '/votes', body)
  if (reply) votes[index] = reply
}
const listed = async (target = TARGET) =>
  (await list()).posts.find(({ targetDate }) => targetDate === target)

test('hide the split below ten votes, but not that of the summary', async () => {
  for (let index = 0; index < 9; index++) await vote(index)
  server.clock.advance(3_000)
  expect(await detail()).toMatchObject({ status: 'live', votes: null, voters: 9, hours: null })
  expect(await listed()).toMatchObject({ votes: null, voters: 9, crowdPick: null, status: 'live' })
  const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
  expect(target2.votes).toEqual({ up: 3, steady: 4, down: 1, unknown: 1 })
})

test('count a new vote in the detail at once, in the list within seconds', async () => {
  await vote(9)
  const counts = { up: 3, steady: 5, down: 1, unknown: 1 }
  const { hours, crowd: crowdOf, best, ...present } = await detail()
  expect(present).toMatchObject({ votes: counts, voters: 10 })
  expect((await listed())?.voters).toBe(9)
  server.clock.advance(3_000)
  // Thursday 00:00 to Saturday 02:00, all votes in the last hour.
  expect(hours).toHaveLength(51)
  expect(hours?.at(-2)).toMatchObject({ hour: '2026-11-21T01:00:00.000Z', up: 0, steady: 0 })
  expect(hours?.at(-1)).toEqual({ hour: '2026-11-21T02:00:00.000Z', ...counts })
  expect([crowdOf, best]).toEqual([null, []])
  expect(await listed()).toMatchObject({ votes: counts, voters: 10, crowdPick: null })
})

test('show the pick from the close on', async () => {
  server.clock.advance(HOUR_MS)
  await server.jump(server.clock.now())
  await server.untilLive()
  people = await Promise.all(people.map((person) => renewed(server, person)))
  await vote(10)
  await vote(11)
  await server.jump('2026-11-23T00:00:03Z')
  const closed = await listed()
  expect(closed).toMatchObject({ status: 'closed', crowdPick: 'steady', crowdRight: null })
  const { hours } = await detail()
  expect(hours).toHaveLength(96)
  expect(hours?.[51]).toMatchObject({ up: 4, steady: 5, down: 2, unknown: 1 })
  expect(hours?.at(-1)).toMatchObject({ up: 4, steady: 5, down: 2, unknown: 1 })
})

test('have results after the settlement that follow from the accepted offers', async () => {
  await server.jump('2026-11-26T00:00:03Z')
  const points = votes.map(({ offer: { hit, miss } }, index) =>
    CHOICES[index] === 'up' ? hit : miss,
  )
  const calls = votes
    .map(({ id }, index) => ({ id, points: points[index] ?? 0, choice: CHOICES[index] }))
    .filter(({ choice }) => choice !== 'unknown')
  const sum = calls.reduce((total, call) => total + call.points, 0)
  const round = await detail()
  expect(round).toMatchObject({
    status: 'settled',
    outcome: 'up',
    favorite: 'steady',
    votes: { up: 4, steady: 5, down: 2, unknown: 1 },
    crowd: { pick: 'steady', pickRight: false, calls: 11, right: 4, points: sum },
  })
  const best = calls.toSorted((a, b) => b.points - a.points || a.id - b.id)
  const worst = calls.toSorted((a, b) => a.points - b.points || a.id - b.id)
  const idsOf = (shown: RoundDetail['best']) => shown.map(({ voteId, points }) => [voteId, points])
  expect(idsOf(round.best)).toEqual(best.slice(0, 5).map(({ id, points }) => [id, points]))
  expect(idsOf(round.worst)).toEqual(worst.slice(0, 5).map(({ id, points }) => [id, points]))

  const { record } = await list()
  const once = (right: number) => ({ right, of: 1 })
  expect(record).toEqual({
    // The round before had no votes.
    rounds: 2,
    crowd: once(0),
    alwaysSteady: once(0),
    favorite: once(0),
    crowdPoints: { points: sum, calls: 11 },
  })
  expect(await listed()).toMatchObject({
    settlePrice: round.settlement?.price,
    crowdPick: 'steady',
    crowdRight: false,
  })
})

test.each(['2026-02-30T00:00:00Z', '2026-11-25T24:00:00Z', '2026-11-26T00:00:01Z'])(
  'there is none at %s',
  async (target) =>
    expect(await server.api.refusal('GET', `/rounds/${target}`)).toBe('404 NOT_FOUND'),
)

test('leave a gap of the candles open', async () => {
  const { candles } = await detail()
  const first = Date.parse(REF) - 12 * HOUR_MS
  const hours = Array.from({ length: 181 }, (_, hour) => first + hour * HOUR_MS)
  const gap = ['2026-11-20T05:00:00Z', '2026-11-20T06:00:00Z'].map((hour) => Date.parse(hour))
  expect(candles.map(([otime]) => otime)).toEqual(hours.filter((hour) => !gap.includes(hour)))
  expect(candles.at(-1)?.[1]).toBe('106000.00')
})

test('list the own votes of the requested rounds', async () => {
  people = await Promise.all(people.map((person) => renewed(server, person)))
  const [steady] = people
  const own = (targets: string) => steady?.api.get(OwnRounds, `/rounds/own?targets=${targets}`)
  expect(await own(`2026-11-23T00:00:00.000Z,${TARGET}`)).toEqual([
    {
      targetDate: TARGET,
      voteId: votes[0]?.id ?? 0,
      voteChoice: 'steady',
      result: 'MISS',
      points: votes[0]?.offer.miss ?? 0,
    },
  ])
  expect(await own('2026-11-23T00:00:00Z')).toEqual([])
  for (const targets of ['', 'x', `${TARGET},`, '2026-99-99T00:00:00Z']) {
    expect(await steady?.api.refusal('GET', `/rounds/own?targets=${targets}`)).toBe('422 INVALID')
  }
})

test('do not name a banned person while the ban lasts', async () => {
  const [chief, spammer] = [people[0], people[4]]
  const calls = async () => {
    const { best, worst, crowd: crowdOf } = await detail()
    const named = [...best, ...worst].some(({ voteId }) => voteId === votes[4]?.id)
    return { named, calls: crowdOf?.calls }
  }
  await server.infrastructure.database.query(
    statement('UPDATE user_account SET is_admin = 1 WHERE id = $1'),
    [chief?.id ?? 0],
  )
  const person = { target: 'nickname', targetId: spammer?.id, reason: 'spam' }
  expect(await calls()).toEqual({ named: true, calls: 11 })
  await chief?.api.call(Done, 'POST', '/moderation/acts', { ...person, act: 'ban' })
  expect(await calls()).toEqual({ named: false, calls: 11 })
  await chief?.api.call(Done, 'POST', '/moderation/acts', { ...person, act: 'unban' })
  expect(await calls()).toEqual({ named: true, calls: 11 })
})

test('show a new name and no name of a deleted person', async () => {
  const nameOf = async (index: number) => {
    const { best, worst } = await detail()
    return [...best, ...worst].find(({ voteId }) => voteId === votes[index]?.id)
  }
  const rename = { nickname: 'Renamed' }
  await people[1]?.api.call(NicknameReply, 'POST', '/profile/update-nickname', rename)
  expect(await nameOf(1)).toMatchObject({ nickname: 'Renamed', voteChoice: 'up' })
  // Deleting needs a recent sign-in.
  const gone = await signedInAs(server, people[5]?.id ?? 0)
  const { nickname } = claimsOf(gone.token)
  await gone.api.call(Done, 'DELETE', '/account', { nickname })
  expect(await nameOf(5)).toMatchObject({ nickname: 'Deleted', uniqueCode: null })
  const round = await detail()
  expect(round).toMatchObject({ voters: 12, crowd: { calls: 11, right: 4 } })
})

test('list a void round and count it nowhere', async () => {
  const before = (await list()).record
  await server.jump('2026-12-01T01:30:00Z')
  expect(await listed('2026-11-30T00:00:00.000Z')).toMatchObject({
    status: 'void',
    settlePrice: null,
    crowdRight: null,
  })
  expect((await list()).record).toEqual(before)
  expect(await detail('2026-11-30T00:00:00.000Z')).toMatchObject({ crowd: null, best: [] })
})

test('page beyond the end with the true pagination', async () => {
  const { posts, pagination } = await list()
  expect(pagination).toMatchObject({ totalPosts: posts.length, postsPerPage: 20 })
  expect(await list(2)).toMatchObject({
    posts: [],
    pagination: { currentPage: 2, totalPosts: posts.length },
  })
})

test('hide bins of offers with fewer than twenty calls, and serve those of the back-test', async () => {
  const read = () => server.api.get(OfferCalibration, '/offers/calibration')
  expect((await read()).live).toEqual([])
  await server.infrastructure.database.script('UPDATE offer_bin SET calls = 20, right_calls = 5')
  server.infrastructure.bus.invalidateAll()
  const { live, backtest } = await read()
  expect(live.length).toBeGreaterThan(0)
  expect(live[0]).toMatchObject({ version: 3, calls: 20, right: 5 })
  expect(backtest.bins.length).toBeGreaterThan(15)
  expect(backtest.bins.every(({ calls }) => calls >= 20)).toBe(true)
  const [low, high] = backtest.bins[6]?.bin ?? [0, 0]
  expect(backtest.bins[6]?.implied).toBeWithin(low, high)
})
