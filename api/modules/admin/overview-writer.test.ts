import { expect, test } from 'bun:test'
import { createLog } from '#api/infrastructure/log.ts'
import type { FromThread, ToThread } from '#api/infrastructure/worker-thread.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { CALL_BYTES, type PackedRound } from './call-groups.ts'
import { createOverviewWriter } from './overview-writer.ts'
import type { TwinSearch } from './twin-search.ts'

const NOW = Date.parse('2026-11-21T02:30:00Z')

/** Two closed rounds of `votes` votes, the newest of which is settled. */
function setUp(votes: number) {
  const clock = testClock(NOW)
  const bus = testBus()
  const state = {
    due: '2026-11-19T00:00:10.000Z' as string | null,
    looked: 0,
    batches: [] as number[],
    inThread: 0,
    isCopied: false,
    saved: 0,
    both: null as number | null,
    onBatch: () => {},
  }
  const closed = (id: number) => ({
    id,
    ref_date: new Date(NOW),
    callers: votes,
    first_vote: 1,
    last_vote: votes,
  })
  const twins = {
    due: async () => {
      state.looked += 1
      return state.due
    },
    rounds: async () => [{ id: 1, from: 1, to: votes + 1 }],
    calls: async (_: number, from: number, to: number) => {
      state.batches.push(to - from)
      state.onBatch()
      return new Uint8Array((to - from) * CALL_BYTES)
    },
    save: async () => {
      state.saved += 1
      state.due = null
    },
    list: async () => ({ computedAt: null, rounds: 0, accounts: 0, total: 0, pairs: [] }),
  }
  const returning = {
    closed: async () => [closed(2), closed(1)],
    stored: async () => (state.both === null ? null : { last: 2, before: 1, both: state.both }),
    both: async () => 1,
    save: async ({ both }: { both: number }) => {
      state.both = both
    },
  }
  const startThread = (onMessage: (message: FromThread<TwinSearch, never>) => void) => ({
    send(message: ToThread<readonly PackedRound[], never>) {
      if (!('task' in message)) return
      state.inThread += 1
      const chunks = message.task.flatMap((round) => round.chunks)
      state.isCopied = chunks.some(({ buffer }) => !(buffer instanceof SharedArrayBuffer))
      onMessage({ id: message.id, result: { accounts: 0, total: 0, pairs: [] } })
    },
    stop: () => {},
  })
  const log = createLog('silent')
  const writer = createOverviewWriter({
    ...{ twins, returning, kind: 'postgres' as const, bus, clock, log, startThread },
  })
  return { state, bus, clock, writer }
}

test('reads a round of many votes in batches, and compares them in the thread', async () => {
  const { state, writer } = setUp(12_000)
  await writer.run()
  expect(state.batches).toEqual([5_000, 5_000, 2_000])
  expect([state.inThread, state.saved, state.both]).toEqual([1, 1, 3])
  // A message that is copied holds the serving thread.
  expect(state.isCopied).toBe(false)
  await writer.run()
  expect([state.inThread, state.saved]).toEqual([1, 1])
  await writer.stop()
})

test('compares a few votes without starting a thread', async () => {
  const { state, writer } = setUp(20)
  await writer.run()
  expect([state.inThread, state.saved, state.both]).toEqual([0, 1, 1])
  await writer.stop()
})

test('ends after the batch in progress when it is stopped, and begins again', async () => {
  const { state, writer } = setUp(12_000)
  state.onBatch = () => void writer.stop()
  await writer.run()
  await writer.stop()
  expect([state.batches.length, state.saved]).toEqual([1, 0])
  state.onBatch = () => {}
  await writer.run()
  expect(state.saved).toBe(1)
  await writer.stop()
})

test('looks within a second of a change of rounds, else each minute', async () => {
  const { state, bus, clock, writer } = setUp(20)
  const advance = async (ms: number) => {
    clock.advance(ms)
    await new Promise(setImmediate)
  }
  writer.start()
  await advance(1_000)
  await advance(MINUTE_MS / 2)
  expect(state.looked).toBe(1)
  bus.publish('round', { event: 'settled', roundId: 1, targetDate: NOW })
  await advance(1_000)
  expect(state.looked).toBe(2)
  await advance(MINUTE_MS + 1_000)
  expect(state.looked).toBeGreaterThan(2)
  await writer.stop()
})
