import { expect, test } from 'bun:test'
import { DAY_MS } from '#shared/rules/time.ts'
import { NOW } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createRanks } from './ranks.ts'
import type { Place } from './store.ts'

const stats = { points: 50, settled: 9, calls: 8, right: 4, impliedPpm: 3_000_000 }
const person = { userId: 1, created: 0, ranksFrom: null, banned: false, stats }

function setUp() {
  const clock = testClock(NOW)
  const bus = testBus()
  const state = { experienced: 100, live: null as Place | null, final: null as Place | null }
  const ranks = createRanks({
    bus,
    clock,
    store: {
      place: async (_, isFinal) => (isFinal ? state.final : state.live),
      size: async () => ({ members: 0, experienced: state.experienced }),
      seasons: async () => ['2026Q3', '2026Q2'],
      frozen: async (season) => (season < '2026Q4' ? { frozenAt: 0, members: 1 } : null),
    },
  })
  return { clock, bus, state, ranks }
}

test('gives a rank with the stats that it was computed from', async () => {
  const { state, ranks } = setUp()
  const ranked = { ...stats, points: 40 }
  state.live = { rank: 7, stats: ranked }
  const rest = { status: 'ranked', ranksFrom: null } as const
  expect(await ranks.of('2026Q4', person)).toEqual({ rank: 7, stats: ranked, ...rest })
  state.final = { rank: 3, stats }
  expect(await ranks.of('2026Q3', person)).toEqual({ rank: 3, stats, ...rest })
})

test('says why a person is not ranked', async () => {
  const { clock, state, ranks } = setUp()
  const now = clock.now()
  const statusOf = async (change: Partial<typeof person> & { ranksFrom?: number | null }) => {
    const { rank, status, ranksFrom } = await ranks.of('2026Q4', { ...person, ...change })
    return [rank, status, ranksFrom]
  }
  expect(await statusOf({ stats: { ...stats, calls: 7 } })).toEqual([null, 'few-calls', null])
  expect(await statusOf({ created: now - DAY_MS })).toEqual([null, 'young', now + 13 * DAY_MS])
  // The row of a banned person stays until the list is written again.
  state.live = { rank: 1, stats }
  expect(await statusOf({ banned: true })).toEqual([null, 'banned', null])
})

test('counts the people with enough calls once per writing of the ranks', async () => {
  const { bus, state, ranks } = setUp()
  expect(await ranks.experiencedMembers()).toBe(100)
  state.experienced = 101
  bus.publish('round', { event: 'settled', roundId: 1, targetDate: 0 })
  expect(await ranks.experiencedMembers()).toBe(100)
  bus.publish('ranks', {})
  expect(await ranks.experiencedMembers()).toBe(101)
})

test('knows the season of the open target and those of the rounds', async () => {
  const { ranks } = setUp()
  expect(await ranks.knownSeasons()).toEqual(['2026Q4', '2026Q3', '2026Q2'])
  await ranks.check('last-round')
  await ranks.check('2026Q2')
  expect(await ranks.check('2025Q1').catch((error: { code?: string }) => error.code)).toBe(
    'NOT_FOUND',
  )
})
