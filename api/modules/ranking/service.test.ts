import { expect, test } from 'bun:test'
import { Ranking } from '#shared/contract/ranking.ts'
import { conform } from '#tests/support/api-client.ts'
import { NOW } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createRanks } from './ranks.ts'
import { createRankingPages } from './service.ts'

const place = {
  rank: 1,
  user_id: 1 as number | null,
  ...{ points: 120, settled: 9, calls: 8, right_calls: 5, implied_ppm: 3_500_000 },
  nickname: 'Mina' as string | null,
  unique_code: '7GX2QK' as string | null,
  banned: false,
  ...{
    tested_calls: 8,
    tested_points: 120,
    variance: 60_000,
    own_variance: 60_000,
    rotation: null,
  },
}

function setUp() {
  const bus = testBus()
  const state = { frozen: false, rows: [place] }
  const store = {
    frozen: async () => (state.frozen ? { frozenAt: NOW, members: 7 } : null),
    page: async () => state.rows,
    size: async () => ({ members: 3, experienced: 2 }),
    lastTarget: async () => NOW,
    place: async () => null,
    skill: async () => 'early' as const,
    seasons: async () => ['2026Q4'],
  }
  const ranks = createRanks({ bus, clock: testClock(NOW), store })
  const pages = createRankingPages({ ranks, store, own: { stats: async () => null } })
  const first = async () => conform(Ranking, await pages.page('2026Q4', 1))
  return { state, first }
}

test('a season that becomes final has its own number of people and date', async () => {
  const { state, first } = setUp()
  expect(await first()).toMatchObject({ frozenAt: null, rankedMembers: 3 })
  state.frozen = true
  expect(await first()).toMatchObject({ frozenAt: new Date(NOW).toISOString(), rankedMembers: 7 })
})

test('names listed people, and neither links nor codes of banned and deleted ones', async () => {
  const { state, first } = setUp()
  state.rows = [
    place,
    { ...place, rank: 2, user_id: 2, banned: true },
    { ...place, rank: 3, user_id: null, nickname: null, unique_code: null },
  ]
  const { posts } = await first()
  expect(posts.map(({ state, uid, uniqueCode }) => [state, uid, uniqueCode])).toEqual([
    ['listed', 1, '7GX2QK'],
    ['banned', null, null],
    ['deleted', null, null],
  ])
})
