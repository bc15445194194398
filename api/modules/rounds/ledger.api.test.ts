import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type StaticColumns, statement } from '#api/infrastructure/database/sql.ts'
import { Direction } from '#shared/contract/common.ts'
import { Outcome } from '#shared/contract/rounds.ts'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import { settledPoints } from '#shared/rules/offer-value.ts'
import { roundStartsBetween } from '#shared/rules/schedule.ts'
import { DAY_MS, WEEK_MS } from '#shared/rules/time.ts'
import { fakeMarket, type RoundFixture, roundFixture } from '#tests/support/round-fixture.ts'
import { openSharedDatabase, type SharedDatabase } from '#tests/support/shared-database.ts'

const START = Date.parse('2026-11-19T00:00:00Z')
const PROCESSES = 8

let shared: SharedDatabase
let database: Database
/** Eight instances on one database, each with its own pool, bus and market. */
let fixtures: RoundFixture[]

beforeAll(async () => {
  shared = await openSharedDatabase(PROCESSES)
  fixtures = shared.holders.map((holder) => roundFixture(holder, fakeMarket(START)))
  const [first] = shared.holders
  if (!first) throw new Error('no database')
  database = first
})
afterAll(() => shared.close())

const fixture = () => {
  const [first] = fixtures
  if (!first) throw new Error('no fixture')
  return first
}

const sweepAll = (at: number) => Promise.all(fixtures.map((each) => each.sweep(at)))

const LEDGER_COLUMNS = {
  vote_id: column.int,
  user_id: column.int,
  choice: Direction,
  offer_hit: column.int,
  offer_miss: column.int,
  carried: column.int,
  outcome: Outcome,
  points: column.nullable(column.int),
}
type LedgerRow = StaticColumns<typeof LEDGER_COLUMNS>

/** Votes of settled rounds joined with their ledger rows. */
const settledVotes = () =>
  database.query(
    statement(
      `SELECT v.id AS vote_id, v.user_id, v.choice, v.offer_hit, v.offer_miss, v.carried, r.outcome, l.points
     FROM vote v JOIN round r ON r.id = v.round_id LEFT JOIN ledger l ON l.vote_id = v.id
     WHERE r.settled_at IS NOT NULL ORDER BY v.id`,
      LEDGER_COLUMNS,
    ),
  )

/** The points of a vote by the rule. */
function due(vote: LedgerRow): number {
  const offer = { hit: vote.offer_hit, miss: vote.offer_miss }
  return settledPoints({ ...vote, offer }, vote.outcome)
}

/** Expects the ledger to follow the rule, and user points to be the sums of the ledger. */
async function expectSoundLedger() {
  const votes = await settledVotes()
  expect(votes.map(({ points }) => points)).toEqual(votes.map(due))
  const sums = new Map<number, { points: number; settled: number }>()
  for (const vote of votes) {
    const sum = sums.get(vote.user_id) ?? { points: 0, settled: 0 }
    sums.set(vote.user_id, { points: sum.points + due(vote), settled: sum.settled + 1 })
  }
  const stats = await database.query(
    statement('SELECT user_id, points, settled FROM user_stats WHERE settled > 0', {
      user_id: column.int,
      points: column.int,
      settled: column.int,
    }),
  )
  expect(
    new Map(stats.map(({ user_id, points, settled }) => [user_id, { points, settled }])),
  ).toEqual(sums)
  expect(await verifyCounters(database)).toEqual([])
}

describe('several instances on one database', () => {
  test('open, reference and settle each round once', async () => {
    await sweepAll(START)
    const opened = fixtures.flatMap(({ published }) => published)
    expect(opened.filter((line) => line.startsWith('opened'))).toHaveLength(2)
    expect(opened.filter((line) => line.startsWith('referenced'))).toHaveLength(2)

    const choices = [...VOTE_CHOICES, ...VOTE_CHOICES, ...VOTE_CHOICES]
    for (const choice of choices) {
      const userId = await fixture().user()
      await fixture().vote({ refDate: START, userId, choice, hit: 226, miss: -44 })
    }
    for (const each of fixtures) {
      each.published.length = 0
      each.market.opens.set(START + WEEK_MS, '63000.01')
    }
    await sweepAll(START + WEEK_MS)
    await sweepAll(START + WEEK_MS)
    const target = new Date(START + WEEK_MS).toISOString()
    const published = fixtures.flatMap((each) => each.published)
    expect(published.filter((line) => line === `settled ${target}`)).toHaveLength(1)

    const votes = await settledVotes()
    expect(votes.map(({ points }) => points)).toEqual(
      choices.map((choice) => (choice === 'unknown' ? 0 : choice === 'up' ? 226 : -44)),
    )
    await expectSoundLedger()
  })

  test('catch up after three months, each round once', async () => {
    for (const each of fixtures) each.published.length = 0
    const now = START + WEEK_MS + 92 * DAY_MS
    await sweepAll(now)
    const starts = roundStartsBetween(START + WEEK_MS, now)
    const published = fixtures.flatMap((each) => each.published)
    expect(published.filter((line) => line.startsWith('opened'))).toHaveLength(starts.length)
    const rows = await database.query(
      statement('SELECT ref_date FROM round WHERE ref_date > $1 ORDER BY 1', {
        ref_date: column.instant,
      }),
      [new Date(START + WEEK_MS)],
    )
    expect(rows.map(({ ref_date }) => ref_date.getTime())).toEqual(starts)
    expect(await fixture().store.unsettled()).toHaveLength(2)
    await expectSoundLedger()
  })

  test('open two years of rounds concurrently without an error', async () => {
    const starts = roundStartsBetween(START + 3 * 365 * DAY_MS, START + 5 * 365 * DAY_MS)
    const made = await Promise.all(fixtures.map(({ store }) => store.open(starts)))
    const dates = made.flat().map(({ refDate }) => refDate)
    expect(dates.sort((a, b) => a - b)).toEqual(starts)
    await database.query(statement('DELETE FROM round WHERE ref_date >= $1'), [
      new Date(starts[0] ?? 0),
    ])
  })

  test('reject a second settlement with another price', async () => {
    const round = await fixture().store.byRefDate(START)
    const again = { roundId: round?.id ?? 0, outcome: 'down' as const, evidence: null, at: 0 }
    expect(await fixture().store.settle(again)).toBe(false)
    expect((await fixture().store.byRefDate(START))?.outcome).toBe('up')
    await expectSoundLedger()
  })
})

test('points are the sum of the ledger for random votes and outcomes', async () => {
  const users: number[] = []
  for (let count = 0; count < 5; count++) users.push(await fixture().user())
  let now = START + WEEK_MS + 92 * DAY_MS
  const call = fc.record({
    choice: fc.constantFrom(...VOTE_CHOICES),
    hit: fc.integer({ min: 0, max: 436 }),
    miss: fc.integer({ min: -436, max: 0 }),
    carried: fc.integer({ min: -500, max: 500 }),
  })
  const play = fc.record({
    calls: fc.array(call, { maxLength: users.length }),
    settle: fc.constantFrom('63000', '63000.01', '57000', '56999.99', '60000', null),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(play, { minLength: 1, maxLength: 4 }), async (plays) => {
      for (const { calls, settle } of plays) {
        const [refDate = 0] = roundStartsBetween(now, now + WEEK_MS)
        now = refDate
        await fixture().sweep(now)
        for (const [index, one] of calls.entries()) {
          await fixture().vote({ refDate, userId: users[index] ?? 0, ...one })
        }
        for (const each of fixtures) {
          for (let hour = 0; hour < 24; hour++) {
            const at = refDate + WEEK_MS + hour * 3_600_000
            each.market.opens.set(at, hour === 0 || settle === null ? settle : '60000')
          }
        }
        await Promise.all(fixtures.slice(0, 3).map((each) => each.sweep(now)))
      }
      now += 2 * WEEK_MS
      await Promise.all(fixtures.slice(0, 3).map((each) => each.sweep(now)))
      await expectSoundLedger()
    }),
    { numRuns: 10 },
  )
})
