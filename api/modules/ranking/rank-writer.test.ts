import { expect, test } from 'bun:test'
import { createLog } from '#api/infrastructure/log.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { NOW } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createRankWriter } from './rank-writer.ts'

function setUp() {
  const clock = testClock(NOW)
  const bus = testBus()
  const state = {
    isDue: true,
    next: null as number | null,
    tookMs: 0,
    fails: false,
    written: [] as string[],
    finished: [] as string[],
    published: 0,
  }
  bus.on('ranks', () => {
    state.published += 1
  })
  const store = {
    due: async () => ({ changes: '{1,2}', isDue: state.isDue }),
    lists: async () => ['all', '2026Q4'],
    write: async (name: string) => {
      if (state.fails) throw new Error('broken')
      state.written.push(name)
      if (state.tookMs > 0) clock.advance(state.tookMs / 2)
      return state.next
    },
    finish: async (names: readonly string[], changes: string) => {
      state.finished.push(`${names.join()} ${changes}`)
    },
  }
  const writer = createRankWriter({ store, bus, clock, log: createLog('silent') })
  /** Advances the clock and waits until the work that became due has ended. */
  const advance = async (ms: number) => {
    const before = state.finished.length
    clock.advance(ms)
    await new Promise(setImmediate)
    return state.finished.length - before
  }
  return { ...{ clock, bus, state, writer, advance } }
}

const settled = { event: 'settled', roundId: 1, targetDate: 0 } as const

test('writes every list, then forgets the changes and publishes', async () => {
  const { state, writer } = setUp()
  await writer.run()
  expect(state.written).toEqual(['all', '2026Q4'])
  expect([state.finished, state.published]).toEqual([['all,2026Q4 {1,2}'], 1])
  state.isDue = false
  await writer.run()
  expect([state.finished.length, state.published]).toEqual([1, 1])
})

test('looks within a second of a settlement and a ban, else each minute', async () => {
  const { bus, writer, advance } = setUp()
  writer.start()
  expect(await advance(1_000)).toBe(1)
  expect(await advance(1_000)).toBe(0)
  bus.publish('round', settled)
  expect(await advance(1_000)).toBe(1)
  bus.publish('moderation', { target: 'user', id: 1 })
  expect(await advance(1_000)).toBe(1)
  bus.publish('moderation', { target: 'vote', id: 1 })
  expect(await advance(1_000)).toBe(0)
  expect(await advance(MINUTE_MS - 2_000)).toBe(0)
  expect(await advance(1_000)).toBe(1)
  await writer.stop()
})

test('writes when the next account is old enough', async () => {
  const { state, clock, writer, advance } = setUp()
  state.next = clock.now() + 20_000
  writer.start()
  expect(await advance(1_000)).toBe(1)
  expect(await advance(18_000)).toBe(0)
  expect(await advance(1_000)).toBe(1)
  await writer.stop()
})

test('pauses after a long writing', async () => {
  const { state, bus, writer, advance } = setUp()
  state.tookMs = 2_000
  await writer.run()
  writer.start()
  bus.publish('moderation', { target: 'user', id: 1 })
  expect(await advance(7_000)).toBe(0)
  expect(await advance(1_000)).toBe(1)
  await writer.stop()
})

test('repeats a writing that failed', async () => {
  const { state, writer, advance } = setUp()
  state.fails = true
  writer.start()
  expect(await advance(1_000)).toBe(0)
  state.fails = false
  expect(await advance(1_000)).toBe(1)
  await writer.stop()
})
