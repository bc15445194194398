import { expect, test } from 'bun:test'
import type { AppEventBus } from '#api/events.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { createFlipWatch } from './flip-watch.ts'
import { createLevelWatch } from './level-watch.ts'
import { createWorthWatch } from './worth-watch.ts'

interface Options {
  bus: AppEventBus
  clock: TestClock
  /** Reads from the database; resolves with nothing to watch. */
  read: () => Promise<never[]>
}
const log = createLog('silent')
const market = { onTick: () => () => {}, price: () => null, s60: () => null }
const nothing = async () => {}
const storeOf = (read: Options['read']) => ({
  watchedAfter: read,
  watchedOf: read,
})

const watches = {
  levels: ({ read, ...deps }: Options) =>
    createLevelWatch({
      ...deps,
      store: { ...storeOf(read), storeMoves: async () => ({ notified: [], ended: [] }) },
      market,
      sendPush: nothing,
      log,
    }),
  worths: ({ read, ...deps }: Options) =>
    createWorthWatch({
      ...deps,
      store: { ...storeOf(read), storeMoves: async () => [] },
      market,
      sendPush: nothing,
      log,
    }),
  flips: ({ read, ...deps }: Options) => {
    const store = { openRounds: read, begin: async () => true, move: async () => true }
    return createFlipWatch({ ...deps, store, market, announce: nothing, log })
  },
}

test.each(['levels', 'worths', 'flips'] as const)(
  'the watch of %s reads once more after lost events, however often they invalidate its data',
  async (name) => {
    const clock = testClock(0)
    const bus = testBus()
    let reads = 0
    let isAway = true
    const read = async () => {
      reads += 1
      if (isAway) throw new Error('the database is away')
      return []
    }
    const watch = watches[name]({ bus, clock, read })
    watch.start()
    const pass = async () => {
      bus.invalidateAll()
      bus.invalidateAll()
      await new Promise((resolve) => setImmediate(resolve))
      clock.advance(1_000)
    }
    for (let second = 0; second < 20; second++) await pass()
    await new Promise((resolve) => setImmediate(resolve))
    expect(reads).toBe(21)
    isAway = false
    clock.advance(1_000)
    await watch.settled()
    // The one that was repeated, and one for all losses meanwhile.
    expect(reads).toBe(23)
    await watch.stop()
  },
)
