import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { type SqlValue, type Statement, statement } from '#api/infrastructure/database/sql.ts'
import { createOfferBinStore } from '#api/modules/offers/store.ts'
import { DIRECTIONS, VOTE_CHOICES, type VoteChoice, voteResult } from '#shared/rules/band.ts'
import { offerAt, UNPRICED } from '#shared/rules/offer.ts'
import { offerBin } from '#shared/rules/offer-bins.ts'
import { impliedChance, isPriced, settledPoints } from '#shared/rules/offer-value.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { fakeMarket, type RoundFixture, roundFixture } from '#tests/support/round-fixture.ts'
import { openSharedDatabase, type SharedDatabase } from '#tests/support/shared-database.ts'
import { createRecordStore } from './record-store.ts'
import { createRoundStore } from './store.ts'

const THURSDAY = Date.parse('2026-11-19T00:00:00Z')
const TARGET = Date.parse('2026-11-26T00:00:00Z')
const PEOPLE = 14
const PROCESSES = 3

let shared: SharedDatabase
let database: Database
let fixture: RoundFixture
let users: number[]

beforeAll(async () => {
  shared = await openSharedDatabase(PROCESSES)
  const [first] = shared.holders
  if (!first) throw new Error('no database')
  database = first
})
afterAll(() => shared.close())

const empty = async () => {
  await database.query(
    statement(
      'TRUNCATE round, vote, ledger, round_tally, list_total, user_stats, season_stats, offer_bin RESTART IDENTITY CASCADE',
    ),
  )
  fixture = roundFixture(database, fakeMarket(THURSDAY))
  await fixture.sweep(THURSDAY)
  return (await fixture.store.byRefDate(THURSDAY))?.id ?? 0
}
beforeEach(async () => {
  users = []
  for (let count = 0; count < PEOPLE; count++) users.push(await fixtureUser())
})
const fixtureUser = () => roundFixture(database, fakeMarket(THURSDAY)).user()

interface Planned {
  choice: VoteChoice
  /** Null: without a fresh price. */
  chance: number | null
  carried: number
  /** Minutes after the opening. */
  minute: number
  changes: VoteChoice[]
  isWithdrawn: boolean
}

const planned: fc.Arbitrary<Planned> = fc.record({
  choice: fc.constantFrom(...VOTE_CHOICES),
  chance: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 5 }),
  carried: fc.integer({ min: -300, max: 300 }),
  minute: fc.nat({ max: 4 * 24 * 60 - 1 }),
  changes: fc.array(fc.constantFrom(...VOTE_CHOICES), { maxLength: 2 }),
  isWithdrawn: fc.nat({ max: 4 }).map((roll) => roll === 0),
})

interface CastVote {
  id: number
  choice: VoteChoice
  offer: { hit: number; miss: number }
  carried: number
  hour: number
}

/** Writes the votes as the services do and returns those that remain. */
async function cast(roundId: number, plans: readonly Planned[]): Promise<CastVote[]> {
  const votes: CastVote[] = []
  for (const [index, plan] of plans.entries()) {
    const offer = plan.chance === null ? UNPRICED : offerAt(plan.chance)
    const created = new Date(THURSDAY + plan.minute * 60_000)
    const id = await fixture.vote({
      refDate: THURSDAY,
      userId: users[index] ?? 0,
      choice: plan.choice,
      ...offer,
      carried: plan.carried,
      created,
    })
    for (const choice of plan.changes) {
      await database.query(statement('UPDATE vote SET choice = $2::direction WHERE id = $1'), [
        id,
        choice,
      ])
    }
    if (plan.isWithdrawn) await database.query(statement('DELETE FROM vote WHERE id = $1'), [id])
    else {
      const hour = Math.floor(created.getTime() / HOUR_MS) * HOUR_MS
      const choice = plan.changes.at(-1) ?? plan.choice
      votes.push({ id, choice, offer, carried: plan.carried, hour })
    }
  }
  expect(
    (await createRecordStore(database).hours(roundId)).map(({ votes }) => votes),
  ).not.toContain(0)
  return votes
}

/** A store in batches of three ids that fails after `batches`. */
const failingAfter = (holder: Database, batches: number) => {
  let done = 0
  return createRoundStore(
    {
      ...holder,
      async query<Row>(sent: Statement<Row>, values?: readonly SqlValue[]) {
        if (sent.text.includes('INSERT INTO ledger') && done++ === batches)
          throw new Error('killed')
        return holder.query(sent, values)
      },
    },
    3,
  )
}

const countsOf = (votes: readonly CastVote[]) => {
  const count = (choice: VoteChoice) => votes.filter((vote) => vote.choice === choice).length
  return {
    up: count('up'),
    steady: count('steady'),
    down: count('down'),
    unknown: count('unknown'),
  }
}

test('hours, results, extremes and bins follow from the votes, however the settlement ran', async () => {
  const outcomes = fc.constantFrom(...DIRECTIONS, 'void' as const)
  const plans = fc.array(planned, { maxLength: PEOPLE })
  await fc.assert(
    fc.asyncProperty(plans, outcomes, fc.nat({ max: 4 }), async (plans, outcome, killedAfter) => {
      const roundId = await empty()
      const votes = await cast(roundId, plans)
      const records = createRecordStore(database)

      const hours = await records.hours(roundId)
      const shown = hours.map(({ hour, choice, votes }) => `${hour.getTime()} ${choice} ${votes}`)
      const byHour = Map.groupBy(votes, ({ hour, choice }) => `${hour} ${choice}`)
      expect(shown.sort()).toEqual([...byHour].map(([key, own]) => `${key} ${own.length}`).sort())
      const [before] = await records.list(2, 0)
      expect(before).toMatchObject({ ...countsOf(votes), outcome: null, settled_at: null })
      expect(await verifyCounters(database)).toEqual([])

      const settlement = { roundId, outcome, evidence: null, at: TARGET }
      await failingAfter(database, killedAfter)
        .settle(settlement)
        .catch(() => {})
      expect(await verifyCounters(database)).toEqual([])
      const stores = shared.holders.map((holder) => createRoundStore(holder, 3))
      await Promise.all(stores.map((store) => store.settle(settlement)))
      await Promise.all(stores.map((store) => store.finish(roundId, TARGET + 1)))

      const calls = votes
        .filter((vote) => outcome !== 'void' && isPriced(vote))
        .map((vote) => ({
          ...vote,
          points: settledPoints(vote, outcome),
          isRight: voteResult(vote.choice, outcome) === 'HIT',
        }))
      const right = calls.filter(({ isRight }) => isRight)
      const points = calls.reduce((sum, call) => sum + call.points, 0)
      expect(await records.sums(roundId)).toEqual({
        calls: calls.length,
        right_calls: right.length,
        points,
      })
      const [recorded, ...others] = await records.settled()
      expect(others).toEqual([])
      expect(recorded).toEqual({
        outcome,
        favorite: 'steady',
        ...countsOf(votes),
        calls: calls.length,
        points,
      })

      const best = calls.toSorted((a, b) => b.points - a.points || a.id - b.id).slice(0, 5)
      const worst = calls.toSorted((a, b) => a.points - b.points || a.id - b.id).slice(0, 5)
      const extremes = await records.extremes(roundId)
      expect(extremes.map((row) => [row.kind, row.vote_id, row.carried, row.points])).toEqual([
        ...best.map((call) => ['best', call.id, call.carried, call.points]),
        ...worst.map((call) => ['worst', call.id, call.carried, call.points]),
      ])

      const bins = Map.groupBy(calls, ({ offer }) => offerBin(offer) ?? -1)
      expect(await createOfferBinStore(database).bins()).toEqual(
        [...bins]
          .toSorted(([a], [b]) => a - b)
          .map(([bin, own]) => ({
            version: 2,
            bin,
            calls: own.length,
            right_calls: own.filter(({ isRight }) => isRight).length,
            implied_ppm: own.reduce(
              (sum, { offer }) => sum + Math.round(1e6 * (impliedChance(offer) ?? 0)),
              0,
            ),
          })),
      )
      expect(await verifyCounters(database)).toEqual([])
    }),
    { numRuns: process.env.TEST_FULL ? 25 : 10 },
  )
}, 180_000)

test('a round without votes settles with an empty record', async () => {
  const roundId = await empty()
  await fixture.store.settle({ roundId, outcome: 'down', evidence: null, at: TARGET })
  const records = createRecordStore(database)
  expect(await records.extremes(roundId)).toEqual([])
  expect(await records.settled()).toEqual([
    {
      outcome: 'down',
      favorite: 'steady',
      up: 0,
      steady: 0,
      down: 0,
      unknown: 0,
      calls: 0,
      points: 0,
    },
  ])
})

test('reads candles within bounds, of another exchange where the first has none, and a gap stays a gap', async () => {
  const at = (hour: number) => new Date(THURSDAY + hour * HOUR_MS).toISOString()
  await database.script(`INSERT INTO candle (source, otime, open) VALUES
    ('binance', '${at(-13)}', '1'), ('binance', '${at(-12)}', '2'), ('binance', '${at(0)}', '3'),
    ('okx', '${at(0)}', '3.1'), ('okx', '${at(1)}', '4'), ('bybit', '${at(1)}', '4.1'),
    ('simulated', '${at(2)}', '9'), ('binance', '${at(168)}', '5'), ('binance', '${at(169)}', '6')`)
  const records = createRecordStore(database)
  const opens = async (...sources: string[]) => {
    const found = await records.candles(sources, THURSDAY - 12 * HOUR_MS, TARGET)
    return found.map(({ open }) => open)
  }
  expect(await opens('binance')).toEqual(['2', '3', '5'])
  expect(await opens('binance', 'binance', 'okx', 'bybit')).toEqual(['2', '3', '4', '5'])
  expect(await opens('bybit', 'okx')).toEqual(['3.1', '4.1'])
})
