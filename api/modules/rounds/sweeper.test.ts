import { expect, test } from 'bun:test'
import { createLog } from '#api/infrastructure/log.ts'
import { NOW, sampleRound } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createSweeper } from './sweeper.ts'

function setUp(isReachable = true) {
  const calls: string[] = []
  const round = sampleRound({ reference: null })
  const clock = testClock(NOW)
  const sweeper = createSweeper(
    {
      store: {
        open: async () => [],
        newestRefDate: async () => round.refDate,
        newestSettlement: async () => null,
        unsettled: async () => {
          calls.push('sweep')
          if (!isReachable) throw new Error('database unreachable')
          return [round]
        },
        byRefDate: async () => round,
        setReference: async () => true,
        tally: async () => ({ up: 0, steady: 0, down: 0, unknown: 0 }),
        settle: async () => true,
        finish: async () => true,
      },
      seasons: { freezeDue: async () => [] },
      market: { source: () => null, candles: () => [], firstOpenFrom: async () => null },
      bus: testBus(),
      log: createLog('silent'),
    },
    clock,
  )
  return { sweeper, clock, calls }
}

test('runs sweeps one after another', async () => {
  const { sweeper, calls } = setUp()
  await Promise.all([sweeper.run(), sweeper.run()])
  expect(calls).toEqual(['sweep', 'sweep'])
})

test('counts rounds that wait for a price, and failed sweeps', async () => {
  const { sweeper } = setUp()
  await sweeper.run()
  expect(sweeper.stats()).toEqual({
    waiting: 1,
    failures: 0,
    lastSweepAt: NOW,
    hasOpened: true,
  })
  const away = setUp(false)
  await away.sweeper.run()
  expect(away.sweeper.stats()).toEqual({
    waiting: 0,
    failures: 1,
    lastSweepAt: null,
    hasOpened: false,
  })
  await away.sweeper.open()
  expect(away.sweeper.stats()).toMatchObject({ failures: 1, hasOpened: true })
})

test('sweeps again a second later while a round waits, and not after stop', async () => {
  const { sweeper, clock, calls } = setUp()
  await sweeper.run()
  sweeper.start()
  clock.advance(1000)
  await sweeper.stop()
  expect(calls).toEqual(['sweep', 'sweep'])
  clock.advance(120_000)
  expect(calls).toHaveLength(2)
})
