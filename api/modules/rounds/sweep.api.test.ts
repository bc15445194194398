import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { roundStartsBetween } from '#shared/rules/schedule.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'
import { databaseImage } from '#tests/support/database-image.ts'
import { fakeMarket, type RoundFixture, roundFixture } from '#tests/support/round-fixture.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const SATURDAY = Date.parse('2026-11-21T02:30:00Z')
/** Starts of the two rounds that are unresolved on a Saturday. */
const MONDAY_ROUND = '2026-11-16T00:00:00.000Z'
const THURSDAY_ROUND = '2026-11-19T00:00:00.000Z'
const TARGET = '2026-11-26T00:00:00.000Z'

const iso = (instant: number) => new Date(instant).toISOString()

let database: Database
let fixture: RoundFixture

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query(
    statement(
      'TRUNCATE round, vote, ledger, round_tally, user_stats, season_stats, season, offer_bin RESTART IDENTITY CASCADE',
    ),
  )
  fixture = roundFixture(database, fakeMarket(SATURDAY))
})

async function rounds() {
  const rows = await database.query(
    statement('SELECT ref_date FROM round ORDER BY 1', { ref_date: column.instant }),
  )
  return Promise.all(
    rows.map(async ({ ref_date }) => {
      const round = await fixture.store.byRefDate(ref_date.getTime())
      if (!round) throw new Error('a round is missing')
      return round
    }),
  )
}

async function roundOf(refDate: string) {
  const round = await fixture.store.byRefDate(Date.parse(refDate))
  if (!round) throw new Error(`there is no round of ${refDate}`)
  return round
}

const pointsOf = async (voteId: number) => {
  const rows = await database.query(
    statement('SELECT points FROM ledger WHERE vote_id = $1', { points: column.int }),
    [voteId],
  )
  return rows.map(({ points }) => points)
}

describe('a sweep', () => {
  test('opens the two unresolved rounds in a new database', async () => {
    expect(await fixture.sweep(SATURDAY)).toBe(0)
    const found = await rounds()
    expect(found.map(({ refDate }) => iso(refDate))).toEqual([MONDAY_ROUND, THURSDAY_ROUND])
    for (const round of found) {
      expect(round).toMatchObject({ outcome: null, settlement: null, settledAt: null })
      expect(round.targetDate).toBe(round.refDate + WEEK_MS)
      expect(round.reference).toEqual({
        price: '60000.00',
        source: 'binance',
        candleAt: round.refDate,
        readAt: SATURDAY,
      })
    }
    expect(fixture.published.filter((line) => line.startsWith('opened'))).toEqual([
      'opened 2026-11-23T00:00:00.000Z',
      'opened 2026-11-26T00:00:00.000Z',
    ])
  })

  test('opens the next round at the end of the period', async () => {
    await fixture.sweep(SATURDAY)
    await fixture.sweep('2026-11-22T23:59:59.999Z')
    expect(await rounds()).toHaveLength(2)
    await fixture.sweep('2026-11-23T00:00:00.000Z')
    expect((await rounds()).map(({ outcome }) => outcome)).toEqual(['steady', null, null])
    expect(await fixture.store.unsettled()).toHaveLength(2)
  })

  test.each([
    ['a day', 1],
    ['two days, over a period end', 2],
    ['a week', 7],
    ['three months', 92],
  ])('after %s of sleep catches up with every missed round', async (_, days) => {
    await fixture.sweep(SATURDAY)
    for (let day = 0; day <= days + 7; day++) {
      for (const at of roundStartsBetween(SATURDAY + (day - 1) * DAY_MS, SATURDAY + day * DAY_MS)) {
        fixture.market.opens.set(at, `${60_000 + (at % 7919)}.25`)
      }
    }
    const now = SATURDAY + days * DAY_MS
    fixture.published.length = 0
    expect(await fixture.sweep(now)).toBe(0)

    const found = await rounds()
    const starts = roundStartsBetween(Date.parse(MONDAY_ROUND) - 1, now)
    expect(found.map(({ refDate }) => refDate)).toEqual(starts)
    const missed = starts.filter((start) => start > SATURDAY)
    const settled = starts.filter((start) => start + WEEK_MS <= now)
    const count = (event: string) =>
      fixture.published.filter((line) => line.startsWith(event)).length
    expect([count('opened'), count('settled')]).toEqual([missed.length, settled.length])
    for (const { refDate, targetDate, reference, settlement } of found) {
      const openAt = (at: number) => fixture.market.opens.get(at) ?? fixture.market.usual
      expect(reference).toMatchObject({ price: openAt(refDate), candleAt: refDate })
      if (targetDate > now) expect(settlement).toBeNull()
      else {
        expect(settlement).toEqual({
          price: openAt(targetDate),
          source: 'binance',
          candleAt: targetDate,
          readAt: now,
        })
      }
    }
    expect(await fixture.store.unsettled()).toHaveLength(2)
  })

  test('is idempotent in the database and on the bus', async () => {
    await fixture.sweep(SATURDAY)
    const user = await fixture.user()
    await fixture.vote({ refDate: THURSDAY_ROUND, userId: user, choice: 'steady' })
    await fixture.sweep(SATURDAY + 9 * DAY_MS)
    const before = await databaseImage(database)
    const { length } = fixture.published
    await fixture.sweep(SATURDAY + 9 * DAY_MS)
    await fixture.sweep(SATURDAY + 9 * DAY_MS + 1000)
    expect(await databaseImage(database)).toEqual(before)
    expect(fixture.published).toHaveLength(length)
  })
})

describe('the outcome', () => {
  test.each([
    ['60000.00', '63000.00', 'steady'],
    ['60000.00', '63000.01', 'up'],
    ['60000.00', '63000.000000000001', 'up'],
    ['60000.00', '57000', 'steady'],
    ['60000.00', '56999.99', 'down'],
    ['60000.00', '56999.999999999999', 'down'],
    ['58950.01', '61897.5105', 'steady'],
    ['58950.01', '61897.5106', 'up'],
    ['58950.01', '56002.5095', 'steady'],
    ['58950.01', '56002.5094', 'down'],
    ['60000.00', '60000.00', 'steady'],
  ])('of %s settled at %s is %s', async (reference, settle, outcome) => {
    fixture.market.opens.set(Date.parse(THURSDAY_ROUND), reference)
    fixture.market.opens.set(Date.parse(TARGET), settle)
    await fixture.sweep(SATURDAY)
    await fixture.sweep(TARGET)
    const round = await roundOf(THURSDAY_ROUND)
    expect(round).toMatchObject({ outcome, settledAt: Date.parse(TARGET) })
    expect(round.settlement?.price).toBe(settle)
  })

  test('awards hits and misses by the offer, and nothing to unknown', async () => {
    await fixture.sweep(SATURDAY)
    fixture.market.opens.set(Date.parse(TARGET), '70000')
    const ids: number[] = []
    for (const choice of ['up', 'steady', 'down', 'unknown'] as const) {
      const userId = await fixture.user()
      ids.push(await fixture.vote({ refDate: THURSDAY_ROUND, userId, choice, hit: 226, miss: -44 }))
    }
    await fixture.sweep(TARGET)
    expect(await Promise.all(ids.map(pointsOf))).toEqual([[226], [-44], [-44], [0]])
  })
})

describe('a missing price', () => {
  const gap = (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      fixture.market.opens.set(Date.parse(TARGET) + hour * 3_600_000, null)
    }
  }

  test('at the target: settles by the first confirmed open within 24 hours', async () => {
    await fixture.sweep(SATURDAY)
    gap(3)
    fixture.market.opens.set(Date.parse('2026-11-26T03:00:00Z'), '64000')
    // Two prices are missing: the settlement, and the reference of the next round.
    expect(await fixture.sweep('2026-11-26T03:05:00Z')).toBe(2)
    expect((await roundOf(THURSDAY_ROUND)).outcome).toBeNull()
    expect(await fixture.sweep('2026-11-26T03:10:00Z')).toBe(0)
    expect(await roundOf(THURSDAY_ROUND)).toMatchObject({
      outcome: 'up',
      settlement: {
        price: '64000',
        candleAt: Date.parse('2026-11-26T03:00:00Z'),
        readAt: Date.parse('2026-11-26T03:10:00Z'),
      },
    })
  })

  test('for 24 hours: the round is void and awards nothing', async () => {
    await fixture.sweep(SATURDAY)
    const vote = await fixture.vote({
      refDate: THURSDAY_ROUND,
      userId: await fixture.user(),
      choice: 'down',
    })
    gap(24)
    await fixture.sweep('2026-11-27T00:59:59Z')
    expect((await roundOf(THURSDAY_ROUND)).outcome).toBeNull()
    await fixture.sweep('2026-11-27T01:00:00Z')
    expect(await roundOf(THURSDAY_ROUND)).toMatchObject({ outcome: 'void', settlement: null })
    expect(await pointsOf(vote)).toEqual([0])
  })

  test('because of an outage voids nothing and settles correctly afterwards', async () => {
    await fixture.sweep(SATURDAY)
    fixture.market.reachable = false
    for (const at of ['2026-11-26T00:00:01Z', '2026-11-28T12:00:00Z', '2026-12-02T00:00:00Z']) {
      await fixture.sweep(at)
      expect((await rounds()).filter(({ outcome }) => outcome !== null)).toEqual([])
    }
    fixture.market.reachable = true
    fixture.market.opens.set(Date.parse(TARGET), '50000')
    expect(await fixture.sweep('2026-12-02T00:00:01Z')).toBe(0)
    expect(await roundOf(THURSDAY_ROUND)).toMatchObject({
      outcome: 'down',
      settlement: { candleAt: Date.parse(TARGET) },
    })
  })

  test('at the start is set later and used for the settlement', async () => {
    fixture.market.reachable = false
    expect(await fixture.sweep(SATURDAY)).toBe(2)
    expect((await roundOf(THURSDAY_ROUND)).reference).toBeNull()
    fixture.market.reachable = true
    fixture.published.length = 0
    expect(await fixture.sweep(SATURDAY + 1000)).toBe(0)
    expect((await roundOf(THURSDAY_ROUND)).reference?.readAt).toBe(SATURDAY + 1000)
    expect(fixture.published).toEqual([
      'referenced 2026-11-23T00:00:00.000Z',
      'referenced 2026-11-26T00:00:00.000Z',
    ])
  })

  test('at the start for 24 hours: void at the target, with the evidence of the target', async () => {
    for (let hour = 0; hour < 24; hour++) {
      fixture.market.opens.set(Date.parse(THURSDAY_ROUND) + hour * 3_600_000, null)
    }
    expect(await fixture.sweep(SATURDAY)).toBe(1)
    await fixture.sweep(TARGET)
    expect(await roundOf(THURSDAY_ROUND)).toMatchObject({
      reference: null,
      outcome: 'void',
      settlement: { price: '60000.00' },
    })
  })

  test('never replaces a reference price', async () => {
    await fixture.sweep(SATURDAY)
    fixture.market.opens.set(Date.parse(THURSDAY_ROUND), '1')
    await fixture.sweep(SATURDAY + 1000)
    const round = await roundOf(THURSDAY_ROUND)
    expect(round.reference?.price).toBe('60000.00')
    const other = { price: '2', source: 'okx', candleAt: round.refDate, readAt: SATURDAY }
    expect(await fixture.store.setReference(round.id, other, 'up')).toBe(false)
    expect(await roundOf(THURSDAY_ROUND)).toMatchObject({
      reference: { price: '60000.00' },
      openingFavorite: 'steady',
    })
  })

  test('stores the favorite at the open by the volatility before it, also when it is late', async () => {
    const start = Date.parse(THURSDAY_ROUND)
    // Calm before the open and wild after it, and the other way round for the round after.
    for (let hour = 1; hour < 48; hour++) {
      fixture.market.opens.set(start + hour * HOUR_MS, hour % 2 === 0 ? '60000.00' : '90000.00')
    }
    await fixture.sweep(start + 60 * HOUR_MS)
    expect((await roundOf(THURSDAY_ROUND)).openingFavorite).toBe('steady')
    const monday = start + 4 * DAY_MS
    await fixture.sweep(monday + HOUR_MS)
    const next = await fixture.store.byRefDate(monday)
    expect(next?.openingFavorite).toBe('up')
  })
})
