import { afterEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { EXCHANGES } from '#shared/rules/exchanges.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { priceAt } from '#tests/support/exchange/tape.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createTestMarket, type TestMarket } from '#tests/support/test-market.ts'
import { binance } from './binance.ts'
import { bybit } from './bybit.ts'
import { coinbase } from './coinbase.ts'
import { okx } from './okx.ts'

let testMarket: TestMarket
afterEach(() => testMarket?.stop())

const HOUR_NOW = Date.UTC(2026, 10, 21, 2)
const FACTORS = { binance: 1, okx: 1.02, bybit: 0.98, coinbase: 0.96 }
const CLIENTS = { binance, okx, bybit, coinbase }

describe.each(EXCHANGES)('a lying %s', (name) => {
  const start = async (now?: string) => {
    testMarket = createTestMarket({ feed: name, ...(now !== undefined && { now }) })
    return { ...testMarket, standIn: testMarket[name] }
  }
  const openOf = (otime: number) => Number(testMarket.tape.row(otime)?.open) * FACTORS[name]

  test('with gaps, duplicates and disorder gives at most one candle per hour, newest first', async () => {
    const { standIn, market } = await start()
    const gaps = [5, 6, 7, 301, 2999].map((hours) => HOUR_NOW - hours * HOUR_MS)
    for (const gap of gaps) standIn.faults.gaps.add(gap)
    standIn.faults.duplicated = true
    standIn.faults.shuffled = true
    await testMarket.start()
    const hours = market.candles(3000).map(({ otime }) => otime)
    expect(hours).toEqual(
      Array.from({ length: 3000 }, (_, i) => HOUR_NOW - i * HOUR_MS).filter(
        (at) => !gaps.includes(at),
      ),
    )
    for (const { otime, open } of market.candles(3000)) {
      expect(Number(open)).toBeCloseTo(openOf(otime), 1)
    }
    expect(market.stats().rejected).toBe(0)
  })

  test('with an open of another market is read twice', async () => {
    const { standIn, market } = await start('2026-11-21T02:59:59Z')
    await testMarket.start()
    standIn.faults.opens.set(HOUR_NOW + HOUR_MS, name === 'coinbase' ? 1_000_000 : '1000000.00')
    await eventually(() => market.stats().withheld === 1, { step: testMarket.step })
    standIn.faults.opens.clear()
    await eventually(() => market.candles(1)[0]?.otime === HOUR_NOW + HOUR_MS, {
      step: testMarket.step,
    })
    expect(Number(market.candles(1)[0]?.open)).toBeCloseTo(openOf(HOUR_NOW + HOUR_MS), 1)
  })

  test('with an unusable open leaves the hour out and asks for it again', async () => {
    const { standIn, market } = await start()
    const hour = HOUR_NOW - 7 * HOUR_MS
    standIn.faults.opens.set(hour, name === 'coinbase' ? -1 : 'garbage')
    await testMarket.start()
    expect(market.stats().rejected).toBeGreaterThan(0)
    expect(market.candles(3000)).toHaveLength(2999)
    standIn.faults.opens.clear()
    await eventually(() => market.candles(3000).length === 3000, {
      step: () => testMarket.step(5000),
    })
  })

  test('with a single live outlier never shows it', async () => {
    const { standIn, market, clock, tape } = await start()
    await testMarket.start()
    await eventually(() => market.price()?.freshness === 'live')
    const before = market.price()?.value
    standIn.tick('9000.00', clock.now() + 1)
    await eventually(() => market.stats().withheld === 1)
    expect(market.price()?.value).toBe(before ?? '')
    clock.advance(1000)
    await eventually(() => market.price()?.time === clock.now())
    const expected = Number(priceAt(tape, clock.now())) * FACTORS[name]
    expect(Math.abs(Number(market.price()?.value) / expected - 1)).toBeLessThan(0.001)
  })
})

test.each(EXCHANGES)('a silent %s is reconnected, and replaced after ten minutes', async (name) => {
  testMarket = createTestMarket()
  const { market, clock, exchanges } = testMarket
  const standIn = testMarket[name]
  for (const each of exchanges) if (each !== standIn) each.faults.status = { code: 503 }
  await testMarket.start()
  expect(market.source()).toBe(name)
  for (const each of exchanges) each.faults.status = null
  standIn.faults.silent = true
  const since = clock.now()
  await eventually(() => market.source() !== name, { step: () => testMarket.step(1000) })
  expect(clock.now() - since).toBeGreaterThanOrEqual(600_000)
  expect(clock.now() - since).toBeLessThan(650_000)
  expect(market.stats().reconnects).toBeGreaterThan(10)
  expect(market.price()?.freshness).toBe('live')
})

test('Coinbase repeats its price by heartbeats while nothing is traded', async () => {
  testMarket = createTestMarket({ feed: 'coinbase' })
  const { market, clock, coinbase: standIn } = testMarket
  await testMarket.start()
  await eventually(() => market.price()?.freshness === 'live')
  const { value = '', time = 0 } = market.price() ?? {}
  // The stand-in's trades have their time as id; from here on only heartbeats arrive.
  standIn.faults.silent = true
  const beat = (tradeId: number) =>
    standIn.send(
      JSON.stringify({
        type: 'heartbeat',
        last_trade_id: tradeId,
        product_id: 'BTC-USDT',
        sequence: 1,
        time: new Date(clock.now()).toISOString(),
      }),
    )
  for (let second = 0; second < 40; second++) {
    clock.advance(1000)
    beat(time)
    await eventually(() => market.price()?.time === clock.now())
  }
  expect(market.price()?.value).toBe(value)
  expect(market.stats().reconnects).toBe(0)
  // A heartbeat about a missed trade confirms nothing.
  clock.advance(1000)
  beat(time + 1)
  const last = clock.now() - 1000
  await eventually(() => market.stats().reconnects === 1, { step: testMarket.step })
  expect(market.price()?.time).toBe(last)
})

test.each(EXCHANGES)('the parser of %s never throws, whatever arrives', (name) => {
  const endpoint = { rest: 'http://unused', stream: 'ws://unused' }
  const parse = CLIENTS[name](endpoint, testClock(0)).stream.createParser()
  const event = fc.record(
    {
      type: fc.constantFrom('ticker', 'heartbeat', 'error', 'x', 1),
      event: fc.constantFrom('notice', 'error', 'x', 1),
      e: fc.constantFrom('24hrMiniTicker', 'serverShutdown', 1),
      op: fc.anything(),
      topic: fc.constantFrom('tickers.BTCUSDT', 1),
      product_id: fc.constantFrom('BTC-USDT', 1),
      data: fc.anything(),
      price: fc.anything(),
      time: fc.anything(),
      trade_id: fc.anything(),
      last_trade_id: fc.anything(),
    },
    { requiredKeys: [] },
  )
  const message = fc.oneof(
    fc.string(),
    fc.json(),
    event.map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(message, (text) => {
      const parsed = parse(text)
      if (parsed.kind === 'price') expect(Number(parsed.price)).toBeGreaterThanOrEqual(100)
    }),
    { numRuns: 500 },
  )
})
