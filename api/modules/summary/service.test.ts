import { expect, test } from 'bun:test'
import { errorCode, NOW, sampleRound } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createSummaryService } from './service.ts'

function setUp(isReady = true) {
  const tallies: number[] = []
  const bus = testBus()
  const clock = testClock(NOW)
  const waiting = sampleRound({ id: 2 })
  const live = sampleRound({ id: 3 })
  const service = createSummaryService({
    rounds: { live: async () => (isReady ? live : null), waiting: async () => waiting },
    store: {
      tally: async (id) => {
        tallies.push(id)
        return { up: id, steady: 0, down: 0, unknown: 0 }
      },
    },
    market: { price: () => null, kind: () => 'real', s60: () => 0.02, dayMark: () => null },
    bus,
    clock,
  })
  return { service, bus, clock, tallies }
}

test('rejects until both rounds exist', async () => {
  expect(await errorCode(setUp(false).service.current())).toBe('NOT_READY')
})

test('reads the counts once, and again after a vote', async () => {
  const { service, bus, tallies } = setUp()
  const summary = await service.current()
  expect([summary.target1.votes.up, summary.target2.votes.up]).toEqual([2, 3])
  await service.current()
  expect(tallies).toEqual([2, 3])
  bus.publish('vote', { voteId: 1, roundId: 3, first: true })
  await service.current()
  expect(tallies).toEqual([2, 3, 2, 3])
})

test('does not change the ETag with the time of day', async () => {
  const { service, clock } = setUp()
  const tag = async () => (await service.reply()).etag
  const before = await tag()
  clock.advance(1000)
  expect(await tag()).toBe(before)
})
