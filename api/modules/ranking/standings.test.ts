import { expect, test } from 'bun:test'
import { DAY_MS } from '#shared/rules/time.ts'
import { NOW } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createRankList } from './rank-list.ts'
import { createStandings } from './standings.ts'

function setUp() {
  const clock = testClock(NOW)
  const bus = testBus()
  const state = {
    reads: 0,
    members: 100,
    changesAt: null as number | null,
    finalRank: null as number | null,
  }
  const standings = createStandings({
    bus,
    clock,
    store: {
      list: async () => {
        state.reads += 1
        return createRankList([], state.changesAt)
      },
      membersWithCalls: async () => state.members,
      seasons: async () => ['2026Q3', '2026Q2'],
      frozen: async (season) => (season < '2026Q4' ? { frozenAt: 0, members: 1 } : null),
      finalRank: async () => state.finalRank,
    },
  })
  return { clock, bus, state, standings }
}

const person = { userId: 1, created: 0, ranksFrom: null, banned: false, calls: 8 }

test('reads a list again after a settlement, a ban and an invalidation, and not after a vote or a final season', async () => {
  const { bus, state, standings } = setUp()
  const readsAfter = async (publish: () => void) => {
    await standings.list('all')
    const before = state.reads
    publish()
    await standings.list('all')
    return state.reads - before
  }
  const round = { roundId: 1, targetDate: 0 }
  expect(await readsAfter(() => bus.publish('vote', { voteId: 1, roundId: 1, first: true }))).toBe(
    0,
  )
  expect(await readsAfter(() => bus.publish('nickname', { userId: 1 }))).toBe(0)
  expect(await readsAfter(() => bus.publish('moderation', { target: 'vote', id: 1 }))).toBe(0)
  expect(await readsAfter(() => bus.publish('round', { event: 'settled', ...round }))).toBe(1)
  expect(await readsAfter(() => bus.publish('moderation', { target: 'user', id: 1 }))).toBe(1)
  expect(await readsAfter(() => bus.publish('season', { season: '2026Q3' }))).toBe(0)
  expect(await readsAfter(() => bus.invalidateAll())).toBe(1)
})

test('reads the lists in use at once after a settlement, and no final one', async () => {
  const { bus, state, standings } = setUp()
  const settle = () => bus.publish('round', { event: 'settled', roundId: 1, targetDate: 0 })
  settle()
  expect(state.reads).toBe(0)
  await standings.list('all')
  await standings.list('2026Q3')
  settle()
  expect(state.reads).toBe(4)
  await standings.list('all')
  expect(state.reads).toBe(4)
  bus.publish('season', { season: '2026Q3' })
  settle()
  await standings.list('all')
  expect(state.reads).toBe(5)
})

test('shows the previous number of ranked people while they are counted again', async () => {
  const { bus, state, standings } = setUp()
  expect(await standings.rankedMembers()).toBe(100)
  state.members = 101
  bus.publish('round', { event: 'settled', roundId: 1, targetDate: 0 })
  expect(await standings.rankedMembers()).toBe(100)
  await new Promise(setImmediate)
  expect(await standings.rankedMembers()).toBe(101)
})

test('reads a list again when the next account is old enough, at most every ten seconds', async () => {
  const { clock, state, standings } = setUp()
  state.changesAt = clock.now() + 60_000
  await standings.list('2026Q4')
  clock.advance(59_999)
  await standings.list('2026Q4')
  expect(state.reads).toBe(1)
  clock.advance(1)
  state.changesAt = clock.now() + 1
  await standings.list('2026Q4')
  expect(state.reads).toBe(2)
  clock.advance(9_999)
  await standings.list('2026Q4')
  expect(state.reads).toBe(2)
  clock.advance(1)
  await standings.list('2026Q4')
  expect(state.reads).toBe(3)
})

test('says why a person is not ranked', async () => {
  const { clock, state, standings } = setUp()
  const now = clock.now()
  const statusOf = async (change: Partial<typeof person> & { ranksFrom?: number | null }) => {
    const { status, ranksFrom } = await standings.of('2026Q4', { ...person, ...change })
    return [status, ranksFrom]
  }
  expect(await statusOf({ calls: 7 })).toEqual(['few-calls', null])
  expect(await statusOf({ created: now - DAY_MS })).toEqual(['young', now + 13 * DAY_MS])
  expect(await statusOf({ banned: true })).toEqual(['banned', null])
  state.finalRank = 3
  expect(await standings.of('2026Q3', person)).toEqual({
    rank: 3,
    status: 'ranked',
    ranksFrom: null,
  })
})

test('knows the season of the open target and those of the rounds', async () => {
  const { standings } = setUp()
  expect(await standings.knownSeasons()).toEqual(['2026Q4', '2026Q3', '2026Q2'])
  await standings.check('last-round')
  await standings.check('2026Q2')
  expect(await standings.check('2025Q1').catch((error: { code?: string }) => error.code)).toBe(
    'NOT_FOUND',
  )
})
