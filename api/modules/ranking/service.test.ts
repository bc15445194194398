import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { Ranking } from '#shared/contract/ranking.ts'
import { NOW } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createRankList } from './rank-list.ts'
import { createRankingPages } from './service.ts'
import { createStandings } from './standings.ts'

/** A list of one person, as PostgreSQL packs it. */
function listOf(userId: number) {
  const place = Buffer.alloc(24)
  place.writeInt32BE(userId)
  return createRankList([place], null)
}

async function setUp() {
  const clock = testClock(NOW)
  const bus = testBus()
  const state = { leader: 1, frozen: false, reads: 0 }
  let held: Promise<void> | null = null
  const list = async () => {
    state.reads += 1
    const { leader } = state
    await held
    return listOf(leader)
  }
  const frozen = async () => (state.frozen ? { frozenAt: NOW, members: 0 } : null)
  const standings = createStandings({
    ...{ bus, clock },
    store: {
      ...{ list, frozen, finalRank: async () => null },
      membersWithCalls: async () => 1,
      seasons: async () => ['2026Q4'],
    },
  })
  const pages = createRankingPages({
    ...{ standings, bus, clock, own: { figures: async () => null } },
    store: {
      ...{ frozen, results: async () => [], lastTarget: async () => NOW },
      names: async (ids) =>
        new Map(ids.map((id) => [id, { id, nickname: 'N', unique_code: '7GX2QK' }])),
    },
  })
  const get = async () => {
    const { body } = await pages.first('2026Q4')
    const { posts, updating, frozenAt } = Value.Parse(
      Ranking,
      JSON.parse(new TextDecoder().decode(body)),
    )
    return [posts[0]?.uid ?? null, updating, frozenAt !== null]
  }
  expect(await get()).toEqual([1, false, false])
  return {
    ...{ bus, clock, state, get },
    /** Makes readings of lists wait until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return async () => {
        held = null
        resolve()
        await new Promise(setImmediate)
      }
    },
  }
}

const settled = { event: 'settled', roundId: 1, targetDate: 0 } as const

test('a settlement shows the previous ranks, marked, until the new ones are read', async () => {
  const { bus, clock, state, get, hold } = await setUp()
  const release = hold()
  state.leader = 2
  bus.publish('round', settled)
  expect(await get()).toEqual([1, true, false])
  clock.advance(60_000)
  expect(await get()).toEqual([1, true, false])
  expect(state.reads).toBe(2)
  await release()
  expect(await get()).toEqual([2, false, false])
})

test('a ban waits for the ranks without the person, also during a settlement', async () => {
  const { bus, state, get, hold } = await setUp()
  const release = hold()
  state.leader = 2
  bus.publish('round', settled)
  expect(await get()).toEqual([1, true, false])
  state.leader = 3
  bus.publish('moderation', { target: 'user', id: 2 })
  const banned = get()
  await release()
  expect(await banned).toEqual([3, false, false])
  expect(await get()).toEqual([3, false, false])
})

test('a final season replaces its live ranks at once', async () => {
  const { bus, state, get, hold } = await setUp()
  const release = hold()
  bus.publish('round', settled)
  state.frozen = true
  bus.publish('season', { season: '2026Q4' })
  expect(await get()).toEqual([null, false, true])
  await release()
})
