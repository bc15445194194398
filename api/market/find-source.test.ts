import { afterEach, describe, expect, test } from 'bun:test'
import { eventually } from '#tests/support/eventually.ts'
import type { StandIn } from '#tests/support/exchange/stand-in.ts'
import { createTestMarket, type TestMarket } from '#tests/support/test-market.ts'

let testMarket: TestMarket
afterEach(() => testMarket.stop())

const HOUR_NOW = Date.UTC(2026, 10, 21, 2)

/** Ways in which an exchange is unusable, and whether it answers at all. */
const DEAD: Record<string, { isSilent: boolean; apply: (exchange: StandIn) => void }> = {
  'refuses requests': {
    isSilent: false,
    apply: ({ faults }) => {
      faults.status = { code: 503 }
    },
  },
  'refuses the country': {
    isSilent: false,
    apply: ({ faults, countryBody }) => {
      faults.status = { code: 403, body: countryBody }
    },
  },
  'ignores requests': {
    isSilent: true,
    apply: ({ faults }) => {
      faults.stalled = true
    },
  },
  'sends no candle of the present hour': {
    isSilent: false,
    apply: ({ faults }) => {
      faults.gaps.add(HOUR_NOW)
    },
  },
  'refuses connections': {
    isSilent: false,
    apply: ({ faults }) => {
      faults.refusing = true
    },
  },
  'sends no prices': {
    isSilent: true,
    apply: ({ faults }) => {
      faults.silent = true
    },
  },
}

/** Starts the market while virtual time passes. @returns the time until a live price (ms) */
async function startAndMeasure(): Promise<number> {
  const { market, clock } = testMarket
  const began = clock.now()
  let turn = 0
  // Loopback answers within some turns of the event loop; a turn is not a millisecond.
  const step = () => {
    if (turn++ % 20 === 0) clock.advance(50)
  }
  await testMarket.start(step)
  await eventually(() => market.price()?.freshness === 'live', { step })
  return clock.now() - began
}

describe.each(Object.keys(DEAD))('an exchange that %s', (how) => {
  test.each([1, 2, 3])('is passed over at the start (%p of four)', async (count) => {
    testMarket = createTestMarket({ production: true })
    const { exchanges, market } = testMarket
    for (const each of exchanges.slice(0, count)) DEAD[how]?.apply(each)
    const elapsed = await startAndMeasure()
    const names = ['binance', 'okx', 'bybit', 'coinbase'] as const
    expect<string | null>(market.source()).toBe(names[count] ?? '')
    expect(market.candles(3000)).toHaveLength(3000)
    expect(elapsed).toBeLessThan(DEAD[how]?.isSilent ? 5500 : 3500)
    if (process.env.PRINT_TIMES) console.log(`${count} × ${how}: ${elapsed} ms`)
    expect(market.stats().switches).toBe(0)
  })
})

test('without dead exchanges only the first is contacted', async () => {
  testMarket = createTestMarket({ production: true })
  expect(await startAndMeasure()).toBeLessThan(1000)
  expect(testMarket.exchanges.map(({ requests }) => requests.length > 0)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('an exchange without a trade in the first minutes of an hour is used', async () => {
  testMarket = createTestMarket({ production: true, now: '2026-11-21T02:05:00Z' })
  testMarket.binance.faults.gaps.add(HOUR_NOW)
  await startAndMeasure()
  expect(testMarket.market.source()).toBe('binance')
})

test('a preferred exchange that answers late wins over a faster one', async () => {
  testMarket = createTestMarket({ production: true })
  const { binance, okx, clock, market } = testMarket
  binance.faults.silent = true
  const began = clock.now()
  await testMarket.start(() => {
    const elapsed = clock.now() - began
    binance.faults.silent = elapsed < 2500
    // Its tick of the third second takes real time to arrive, before the four seconds are over.
    if (elapsed < 3500) clock.advance(5)
  })
  expect(market.source()).toBe('binance')
  expect(okx.connectionsEver()).toBe(1)
  await eventually(() => okx.connections() === 0)
})

test('the socket of a used exchange must answer within 30 s, else another one is used', async () => {
  testMarket = createTestMarket({ production: true })
  const { exchanges, okx, market, clock } = testMarket
  for (const { faults } of exchanges) faults.silent = true
  await testMarket.start(() => clock.advance(20))
  expect(market.source()).toBe('binance')
  expect(market.candles(3000)).toHaveLength(3000)
  const began = clock.now()
  okx.faults.silent = false
  await eventually(() => market.source() === 'okx', { step: () => testMarket.step(250) })
  expect(clock.now() - began).toBeGreaterThanOrEqual(29_000)
  expect(clock.now() - began).toBeLessThan(45_000)
  expect(market.price()).toMatchObject({ source: 'okx', freshness: 'live' })
  // It stays for thrice the time after which a silent one is given up, although the preferred one answers.
  for (const { faults } of exchanges) faults.silent = false
  const end = clock.now() + 30 * 60_000
  await eventually(() => clock.now() > end, { step: () => testMarket.step(5000) })
  expect(market.source()).toBe('okx')
  expect(market.stats().switches).toBe(1)
})

test('leaves no connection when it is stopped meanwhile', async () => {
  testMarket = createTestMarket({ production: true })
  const { exchanges, market, clock } = testMarket
  for (const { faults } of exchanges) faults.silent = true
  const starting = market.start()
  await eventually(() => exchanges.every((each) => each.connectionsEver() === 1), {
    step: () => clock.advance(20),
  })
  await market.stop()
  await starting
  await eventually(() => exchanges.every((each) => each.connections() === 0))
})
