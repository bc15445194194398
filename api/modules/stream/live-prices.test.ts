import { expect, test } from 'bun:test'
import { samplePrice } from '#tests/support/market-samples.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createLivePrices } from './live-prices.ts'

function setUp() {
  const clock = testClock('2026-11-21T00:00:00.000Z')
  const sent: string[] = []
  const prices = createLivePrices({
    clock,
    publishToAll: ({ value }) => sent.push(`all ${value}`),
    publishOnRequest: ({ value }) => sent.push(value),
  })
  const stop = prices.start()
  const push = (value: string) => prices.push(samplePrice(value))
  return { clock, push, stop, sent: () => sent.splice(0) }
}

test('of four prices a second everybody gets one, and who requests them the others', () => {
  const { clock, push, sent } = setUp()
  for (let tick = 0; tick < 8; tick += 1) {
    push(`${tick}`)
    clock.advance(250)
  }
  expect(sent()).toEqual(['all 0', '1', '2', '3', 'all 4', '5', '6', '7'])
})

test('the last price before a pause reaches everybody, once', () => {
  const { clock, push, sent, stop } = setUp()
  push('1')
  clock.advance(250)
  push('2')
  expect(sent()).toEqual(['all 1', '2'])
  clock.advance(3_000)
  expect(sent()).toEqual(['all 2'])
  clock.advance(60_000)
  expect(sent()).toEqual([])
  stop()
  expect(clock.pending()).toBe(0)
})

test('a clock that is set back holds no price up', () => {
  const { clock, push, sent } = setUp()
  push('1')
  clock.jump('2026-11-20T00:00:00.000Z')
  push('2')
  expect(sent()).toEqual(['all 1', 'all 2'])
})
