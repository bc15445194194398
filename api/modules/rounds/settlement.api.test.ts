import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import {
  column,
  type SqlValue,
  type Statement,
  statement,
} from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createOwnVoteStore } from '#api/modules/profile/store.ts'
import { createVoteStore } from '#api/modules/votes/store.ts'
import { DAY_MS, WEEK_MS } from '#shared/rules/time.ts'
import { fakeMarket, type RoundFixture, roundFixture } from '#tests/support/round-fixture.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createSeasonStore } from './season-store.ts'
import { createRoundStore } from './store.ts'
import { createSweeper } from './sweeper.ts'

const THURSDAY = Date.parse('2026-11-19T00:00:00Z')
const TARGET = Date.parse('2026-11-26T00:00:00Z')
const PEOPLE = 8
/** Three batches for eight votes in a row. */
const IDS_AT_ONCE = 3

let database: Database
let fixture: RoundFixture
let roundId: number
let users: number[]
let votes: number[]

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query(
    statement(
      'TRUNCATE round, vote, ledger, round_tally, list_total, user_stats, season_stats, season, offer_bin RESTART IDENTITY CASCADE',
    ),
  )
  fixture = roundFixture(database, fakeMarket(THURSDAY + DAY_MS))
  await fixture.sweep(THURSDAY + DAY_MS)
  roundId = (await fixture.store.byRefDate(THURSDAY))?.id ?? 0
  users = []
  votes = []
  for (let count = 0; count < PEOPLE; count++) {
    const userId = await fixture.user()
    users.push(userId)
    votes.push(await fixture.vote({ refDate: THURSDAY, userId, choice: 'up', hit: 226, miss: -44 }))
  }
})

/** A store that awaits `pause` after each ledger batch. */
const pausing = (pause: (batches: number) => Promise<unknown>) => {
  let batches = 0
  return createRoundStore(
    {
      ...database,
      async query<Row>(sent: Statement<Row>, values?: readonly SqlValue[]) {
        const rows = await database.query(sent, values)
        if (sent.text.includes('INSERT INTO ledger')) {
          batches += 1
          await pause(batches)
        }
        return rows
      },
    },
    IDS_AT_ONCE,
  )
}

const settledUp = { outcome: 'up' as const, evidence: null, at: TARGET }

const pointsOf = async (userId: number) => {
  const [row] = await database.query(
    statement('SELECT points FROM user_stats WHERE user_id = $1', { points: column.int }),
    [userId],
  )
  return row?.points
}

/** Expects that all eight votes are settled as `up`. */
async function expectAllSettled() {
  expect(await fixture.store.byRefDate(THURSDAY)).toMatchObject({
    outcome: 'up',
    pendingOutcome: null,
  })
  expect(await Promise.all(users.map(pointsOf))).toEqual(users.map(() => 226))
  const rows = await database.query(
    statement('SELECT vote_id FROM ledger ORDER BY 1', { vote_id: column.int }),
  )
  expect(rows.map(({ vote_id }) => vote_id)).toEqual(votes)
  expect(await verifyCounters(database)).toEqual([])
}

test('resumes an interrupted settlement with the decided outcome', async () => {
  const killed = pausing(async (batches) => {
    if (batches === 2) throw new Error('killed')
  })
  await expect(killed.settle({ roundId, ...settledUp })).rejects.toThrow('killed')
  const paid = await Promise.all(users.map(pointsOf))
  expect(paid.filter((points) => points === 226)).toHaveLength(2 * IDS_AT_ONCE)
  expect(await verifyCounters(database)).toEqual([])

  fixture.published.length = 0
  fixture.market.opens.set(TARGET, '50000')
  await fixture.sweep(TARGET + 1000)
  const published = `settled ${new Date(TARGET).toISOString()}`
  expect(fixture.published.filter((line) => line === published)).toHaveLength(1)
  await expectAllSettled()
  await fixture.sweep(TARGET + 2000)
  await expectAllSettled()
})

test('finishes a decided settlement while the market is unreachable', async () => {
  const killed = pausing(() => Promise.reject(new Error('killed')))
  await expect(killed.settle({ roundId, ...settledUp })).rejects.toThrow('killed')
  fixture.market.reachable = false
  await fixture.sweep(TARGET + 1000)
  await expectAllSettled()
})

test('shows no result before the ledger is complete', async () => {
  const seen: unknown[] = []
  const evidence = { price: '70000', source: 'binance', candleAt: TARGET, readAt: TARGET }
  const ownVotes = createOwnVoteStore(database)
  const voteStore = createVoteStore(database)
  const store = pausing(async () => {
    const [own] = await ownVotes.newest(users[0] ?? 0, 1)
    const vote = await voteStore.find(votes[0] ?? 0, users[1] ?? 0)
    const round = await fixture.store.byRefDate(THURSDAY)
    // The services show points once `settledAt` is set.
    const { outcome, settledAt } = vote?.round ?? {}
    seen.push([own?.round.outcome, own?.round.settledAt, outcome, settledAt, round?.settlement])
  })
  expect(await store.settle({ roundId, ...settledUp, evidence })).toBe(true)
  expect(seen).toEqual([1, 2, 3].map(() => [null, null, null, null, null]))
  expect((await fixture.store.byRefDate(THURSDAY))?.settlement).toEqual(evidence)
  await expectAllSettled()
})

test('lets voters vote in the live round between two batches', async () => {
  await fixture.sweep(TARGET - DAY_MS)
  const store = pausing(async (batches) => {
    const userId = users[(batches - 1) * IDS_AT_ONCE] ?? 0
    await fixture.vote({ refDate: '2026-11-23T00:00:00Z', userId, choice: 'down' })
  })
  await store.settle({ roundId, ...settledUp })
  await expectAllSettled()
})

/** Dependencies of a sweeper at `now`, except its store. */
function sweeperDeps(now: number) {
  fixture.market.now = now
  const seasons = createSeasonStore(database)
  return { seasons, market: fixture.market, bus: testBus(), log: createLog('silent') }
}

test('sets the reference of the round that opens before the first ledger batch', async () => {
  const reference: unknown[] = []
  const store = pausing(async (batches) => {
    reference.push((await fixture.store.byRefDate(TARGET))?.reference?.price)
    const userId = users[(batches - 1) * IDS_AT_ONCE] ?? 0
    await fixture.vote({ refDate: TARGET, userId, choice: 'down' })
  })
  fixture.market.opens.set(TARGET, '70000')
  await createSweeper({ ...sweeperDeps(TARGET), store }, testClock(TARGET)).run()
  expect(reference).toEqual(['70000', '70000', '70000'])
  await expectAllSettled()
})

test('a round settles when its ledger is complete, in the database and for the metrics', async () => {
  await fixture.sweep(TARGET - DAY_MS)
  const clock = testClock(TARGET)
  const store = pausing(async () => clock.advance(60_000))
  const sweeper = createSweeper({ ...sweeperDeps(TARGET), store }, clock)
  const late: number[] = []
  sweeper.onSettled(({ lateMs }) => late.push(lateMs))
  await sweeper.run()
  expect((await fixture.store.byRefDate(THURSDAY))?.settledAt).toBe(TARGET + 180_000)
  expect(late).toEqual([180_000])
})

test('a settlement that fails holds back neither other rounds nor seasons', async () => {
  await fixture.sweep(TARGET - DAY_MS)
  const monday = Date.parse('2026-11-23T00:00:00Z')
  const now = monday + WEEK_MS
  let freezes = 0
  const freezeDue = async () => {
    freezes += 1
    return []
  }
  const failing = pausing(() => Promise.reject(new Error('killed')))
  const deps = { ...sweeperDeps(now), seasons: { freezeDue } }
  const sweeper = createSweeper({ ...deps, store: failing }, testClock(now))
  await sweeper.run()
  const outcomeOf = async (refDate: number) => (await fixture.store.byRefDate(refDate))?.outcome
  expect([await outcomeOf(THURSDAY), await outcomeOf(monday)]).toEqual([null, 'steady'])
  expect((await fixture.store.byRefDate(now))?.reference?.price).toBe('60000.00')
  expect(freezes).toBe(1)
  expect(sweeper.stats()).toMatchObject({
    waiting: 0,
    failures: 1,
    lastSweepAt: null,
    hasOpened: true,
  })

  const next = createSweeper({ ...deps, store: fixture.store }, testClock(now))
  await next.run()
  expect(await outcomeOf(THURSDAY)).toBe('steady')
  expect(next.stats()).toMatchObject({ waiting: 0, failures: 0, lastSweepAt: now })
  expect(await verifyCounters(database)).toEqual([])
})

test('a stopped sweeper ends after its batch, and the next one resumes', async () => {
  const clock = testClock(TARGET)
  const deps = sweeperDeps(TARGET)
  let batches = 0
  let stopped: Promise<void> | null = null
  const store = pausing(async () => {
    batches += 1
    stopped ??= stopping.stop()
  })
  const stopping = createSweeper({ ...deps, store }, clock)
  await stopping.run()
  await stopped
  expect([batches, (await fixture.store.byRefDate(THURSDAY))?.outcome]).toEqual([1, null])

  await createSweeper({ ...deps, store: fixture.store }, clock).run()
  expect((await fixture.store.byRefDate(THURSDAY))?.outcome).toBe('steady')
  expect(await verifyCounters(database)).toEqual([])
})

test('two instances write one ledger row per vote with the same outcome', async () => {
  const other = createRoundStore(database, IDS_AT_ONCE)
  const closed: boolean[] = []
  const store = pausing(async (batches) => {
    if (batches > 1) return
    closed.push(await other.settle({ roundId, outcome: 'down', evidence: null, at: TARGET }))
  })
  closed.push(await store.settle({ roundId, ...settledUp }))
  expect(closed).toEqual([true, false])
  await expectAllSettled()
})

test('settles a round without votes', async () => {
  await fixture.sweep(TARGET - DAY_MS)
  const empty = await fixture.store.byRefDate(Date.parse('2026-11-23T00:00:00Z'))
  expect(await fixture.store.settle({ roundId: empty?.id ?? 0, ...settledUp })).toBe(true)
})
