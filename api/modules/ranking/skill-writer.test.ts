import { expect, test } from 'bun:test'
import { createLog } from '#api/infrastructure/log.ts'
import type { FromThread, ToThread } from '#api/infrastructure/worker-thread.ts'
import { roundAt } from '#shared/rules/schedule.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import type { RoundToTest, VoteToTest } from './skill-store.ts'
import type { SkillTask } from './skill-tasks.ts'
import { createSkillWriter } from './skill-writer.ts'

const { refDate, targetDate } = roundAt(Date.parse('2026-11-09T00:00:00Z'))

const vote = (id: number): VoteToTest => ({
  ...{ id, isCounted: true, carried: 0, earlier: null },
  call: {
    ...{ choice: 'up', hit: 200, miss: -50, version: 3, acceptedAt: refDate, entryPrice: '60000' },
  },
})

function setUp(votes: number) {
  const clock = testClock(targetDate)
  const bus = testBus()
  const state = {
    fails: false,
    due: [] as RoundToTest[],
    looked: 0,
    saved: [] as number[],
    inThread: 0,
    published: 0,
  }
  bus.on('ranks', () => {
    state.published += 1
  })
  const settle = () =>
    state.due.push({
      ...{ id: 1, refDate, season: '2026Q4', before: null, from: 1, to: votes + 1 },
      round: { targetDate, refPrice: '60000', source: 'simulated', outcome: 'up' },
    })
  const store = {
    dueRound: async () => {
      state.looked += 1
      if (state.fails) throw new Error('broken')
      return state.due[0] ?? null
    },
    votes: async (_: RoundToTest, from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => vote(from + index)),
    save: async (_: string, _votes: readonly VoteToTest[], variances: readonly number[]) => {
      state.saved.push(...variances)
    },
    finish: async () => {
      state.due.shift()
    },
  }
  const rotations = {
    records: async () => [],
    calls: async () => [],
    save: async () => {},
    opens: async () => ({ times: new Float64Array(), opens: new Float64Array() }),
  }
  const startThread = (onMessage: (message: FromThread<number[], never>) => void) => ({
    send(message: ToThread<SkillTask, never>) {
      if (!('task' in message) || message.task.kind !== 'variance') return
      state.inThread += message.task.votes.length
      onMessage({ id: message.id, result: message.task.votes.map(() => 1) })
    },
    stop: () => {},
  })
  const deps = { store, rotations, bus, clock, log: createLog('silent'), startThread }
  const writer = createSkillWriter(deps)
  const advance = async (ms: number) => {
    clock.advance(ms)
    await new Promise(setImmediate)
  }
  return { state, bus, clock, writer, settle, advance }
}

test('computes a round of many votes in batches, in the thread', async () => {
  const { state, writer, settle } = setUp(1_200)
  settle()
  await writer.run()
  expect([state.inThread, state.saved.length, state.published]).toEqual([1_200, 1_200, 1])
  await writer.stop()
})

test('computes a few votes without starting a thread', async () => {
  const { state, writer, settle } = setUp(3)
  settle()
  await writer.run()
  expect([state.inThread, state.saved]).toEqual([0, [10_000, 10_000, 10_000]])
  await writer.stop()
})

test('looks within a second of a settlement, else each minute, and again after a failure', async () => {
  const { state, bus, writer, settle, advance } = setUp(3)
  writer.start()
  await advance(1_000)
  const idle = state.looked
  await advance(MINUTE_MS / 2)
  expect([state.looked, state.published]).toEqual([idle, 0])
  settle()
  bus.publish('round', { event: 'settled', roundId: 1, targetDate })
  state.fails = true
  await advance(1_000)
  expect(state.saved).toEqual([])
  state.fails = false
  await advance(1_000)
  expect([state.saved.length, state.published]).toEqual([3, 1])
  await advance(MINUTE_MS)
  expect(state.looked).toBeGreaterThan(idle + 3)
  await writer.stop()
})
