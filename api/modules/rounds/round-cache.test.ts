import { expect, test } from 'bun:test'
import { liveRound } from '#shared/rules/schedule.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createRoundCache } from './round-cache.ts'
import type { RoundRecord } from './round-record.ts'

const NOW = '2026-11-23T00:00:00.010Z'

function setUp() {
  const clock = testClock(NOW)
  const bus = testBus()
  const rows = new Map<number, RoundRecord>()
  let reads = 0
  let openings = 0
  const reference = { price: '1.00', source: 'simulated', candleAt: 0, readAt: 0 }
  const round: RoundRecord = {
    ...liveRound(clock.now()),
    ...{ id: 3, reference, openingFavorite: 'steady' },
    ...{
      outcome: null,
      pendingOutcome: null,
      settlement: null,
      settledAt: null,
      receipts: null,
      logIndex: null,
    },
  }
  const store = {
    byRefDate: async (refDate: number) => {
      reads += 1
      return rows.get(refDate) ?? null
    },
  }
  const openMissing = async () => {
    openings += 1
    rows.set(round.refDate, round)
  }
  const cache = createRoundCache({ store, bus, clock, openMissing })
  return { cache, bus, round, rows, counts: () => ({ reads, openings }) }
}

test('opens a due round before the first sweep of a period', async () => {
  const { cache, round, counts } = setUp()
  const found = await Promise.all([cache.live(), cache.live(), cache.live()])
  expect(found).toEqual([round, round, round])
  expect(counts().openings).toBe(1)
})

test('reads a round once, and again after a round event', async () => {
  const { cache, bus, round, rows, counts } = setUp()
  rows.set(round.refDate, round)
  await cache.live()
  await cache.live()
  expect(counts()).toEqual({ reads: 1, openings: 0 })
  bus.publish('round', { event: 'settled', roundId: 3, targetDate: round.targetDate })
  await cache.live()
  expect(counts().reads).toBe(2)
})

test('does not cache a round without reference price', async () => {
  const { cache, round, rows } = setUp()
  rows.set(round.refDate, { ...round, reference: null })
  expect((await cache.live())?.reference).toBeNull()
  rows.set(round.refDate, round)
  expect((await cache.live())?.reference).toEqual(round.reference)
})
