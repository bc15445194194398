import { afterEach, describe, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { priceAt } from '#tests/support/exchange/tape.ts'
import {
  createTestMarket,
  type TestMarket,
  type TestMarketOptions,
} from '#tests/support/test-market.ts'
import { hourOf } from './types.ts'

let testMarket: TestMarket
afterEach(() => testMarket.stop())

/** A started market that has received its first live price. */
const live = async (options: TestMarketOptions = {}) => {
  testMarket = createTestMarket(options)
  await testMarket.start()
  const { binance, clock, market } = testMarket
  await eventually(() => binance.connections() === 1)
  clock.advance(1000)
  await eventually(() => market.price()?.time === clock.now())
  return testMarket
}
const now = () => testMarket.clock.now()
const shown = () => testMarket.market.price()?.value
const truth = () => priceAt(testMarket.tape, Math.floor(now() / 1000) * 1000) ?? ''
const ticksAgain = () =>
  eventually(() => testMarket.market.price()?.freshness === 'live', { step: testMarket.step })

describe('a failing live stream', () => {
  test('reconnects after 15 s of silence or on a half-open socket', async () => {
    const { binance, market } = await live()
    binance.faults.silent = true
    const since = now()
    await eventually(() => market.stats().reconnects === 1, { step: testMarket.step })
    expect(now() - since).toBeGreaterThanOrEqual(14_000)
    expect(now() - since).toBeLessThanOrEqual(15_100)
    binance.faults.silent = false
    await ticksAgain()
    expect(binance.connectionsEver()).toBe(2)
  })

  test('reconnects within half a second after a disconnect', async () => {
    const { binance, market } = await live()
    binance.disconnect()
    await eventually(() => market.stats().reconnects === 1)
    testMarket.clock.advance(500)
    await eventually(() => binance.connectionsEver() === 2)
    await ticksAgain()
  })

  test('retries refused connections with increasing delays while the price becomes stale', async () => {
    const { binance, market } = await live()
    binance.faults.refusing = true
    binance.disconnect()
    const since = now()
    await eventually(() => now() - since > 120_000, { step: testMarket.step })
    expect(market.stats().reconnects).toBeGreaterThanOrEqual(3)
    expect(market.stats().reconnects).toBeLessThanOrEqual(14)
    expect(market.price()?.freshness).toBe('stale')
    expect(market.candles(3000)).toHaveLength(3000)
    binance.faults.refusing = false
    await ticksAgain()
  })

  test('drops and counts invalid messages, which do not reset the watchdog', async () => {
    const { binance, market, clock } = await live()
    binance.faults.silent = true
    const before = shown()
    const invalid = ['nonsense', '{', '[]', 'null', '{"e":"24hrMiniTicker"}', 'x'.repeat(70_000)]
    const rejected = market.stats().rejected
    for (const message of invalid) binance.send(message)
    for (const price of ['abc', '-1', '0', 60000, null, '1e9', '']) binance.tick(price, now() + 1)
    binance.tick('60000.00', now() + 120_000)
    await eventually(() => market.stats().rejected === rejected + invalid.length + 8)
    expect(shown()).toBe(before)
    clock.advance(15_000)
    expect(market.stats().reconnects).toBe(1)
  })

  test('rejects the ticker of another pair', async () => {
    const { binance, market } = await live()
    const before = shown()
    const rejected = market.stats().rejected
    binance.send(`{"e":"24hrMiniTicker","E":${now() + 1},"s":"ETHUSDT","c":"3000.00"}`)
    await eventually(() => market.stats().rejected === rejected + 1)
    expect(shown()).toBe(before)
  })

  test('never shows a single outlier', async () => {
    const { binance, market } = await live()
    const before = shown()
    binance.tick('9000.00', now() + 1)
    await eventually(() => market.stats().withheld === 1)
    expect(shown()).toBe(before)
    testMarket.clock.advance(1000)
    await eventually(() => shown() === truth())
  })

  test('compares the first price with the open of the hour', async () => {
    testMarket = createTestMarket({ feed: 'binance' })
    const { binance, market } = testMarket
    binance.faults.price = () => '9000.00'
    await testMarket.start()
    await eventually(() => market.stats().withheld === 1)
    expect(Number(shown())).toBeGreaterThan(20_000)
  })

  test('shows a newer open instead of an older tick when the stream is silent', async () => {
    const { binance, market } = await live({ now: '2026-11-21T02:59:50Z' })
    binance.faults.silent = true
    const turn = Date.UTC(2026, 10, 21, 3)
    await eventually(() => market.candles(1)[0]?.otime === turn, { step: testMarket.step })
    expect(market.price()).toMatchObject({ time: turn, value: market.candles(1)[0]?.open })
  })

  test('uses the present time for a price slightly in the future', async () => {
    const { binance, market } = await live()
    const price = `${Number(shown()) + 1}`
    binance.tick(price, now() + 30_000)
    await eventually(() => Number(shown()) === Number(price))
    expect(market.price()).toMatchObject({ time: now(), ageMs: 0 })
  })

  test('accepts a jump that a later tick confirms', async () => {
    const { binance, market } = await live()
    binance.tick('30000.00', now() + 1)
    binance.tick('30000.00', now() + 1)
    await eventually(() => market.stats().withheld === 2)
    binance.tick('30010.00', now() + 2)
    await eventually(() => shown() === '30010.00')
  })

  test('drops repeated ticks and ticks out of order', async () => {
    const { binance, market, clock } = await live()
    clock.advance(1000)
    await eventually(() => shown() === truth())
    const before = shown()
    const dropped = market.stats().outOfOrder
    binance.tick('61000.00', now() - 500)
    binance.tick('61000.00', now())
    await eventually(() => market.stats().outOfOrder === dropped + 2)
    expect(shown()).toBe(before)
  })

  test('never mixes prices of another exchange that differs by 2 %', async () => {
    const { okx, bybit, market, tape } = await live()
    expect(okx.connectionsEver() + bybit.connectionsEver()).toBe(0)
    expect(shown()).toBe(truth())
    for (const { otime, open } of market.candles(50)) expect(tape.row(otime)?.open).toBe(open)
  })

  test('changes to OKX after ten minutes without a tick and stays there', async () => {
    const { binance, okx, market, clock } = await live()
    binance.faults.silent = true
    const since = now()
    await eventually(() => market.source() === 'okx', { step: () => testMarket.step(1000) })
    expect(market.price()).toMatchObject({ source: 'okx', freshness: 'live' })
    expect(now() - since).toBeGreaterThanOrEqual(599_000)
    expect(now() - since).toBeLessThan(700_000)
    expect(okx.connectionsEver()).toBe(1)
    binance.faults.silent = false
    expect(market.price()?.source).toBe('okx')
    expect(binance.connections()).toBe(0)
    for (let minute = 0; minute < 60; minute++) clock.advance(1000)
    expect(market.source()).toBe('okx')
    expect(market.stats().switches).toBe(1)
  })

  test('fetches missed candles and ticks within seconds after a sleep of hours', async () => {
    const { binance, market, clock } = await live()
    binance.faults.silent = true
    clock.advance(20 * HOUR_MS)
    binance.faults.silent = false
    const woke = now()
    const caughtUp = () => market.candles(1)[0]?.otime === hourOf(woke)
    await eventually(caughtUp, { step: testMarket.step })
    await ticksAgain()
    expect(now() - woke).toBeLessThan(120_000)
    expect(market.candles(3000)).toHaveLength(3000)
  })

  test('stays with its exchange after each sleep, and counts ten minutes from the last one', async () => {
    const { binance, market, clock } = await live()
    for (const hours of [20, 1]) {
      binance.faults.silent = true
      clock.jump(now() + hours * HOUR_MS)
      binance.faults.silent = false
      await ticksAgain()
    }
    expect(market.source()).toBe('binance')
    expect(market.stats().switches).toBe(0)

    binance.faults.silent = true
    clock.jump(now() + HOUR_MS)
    const woke = now()
    await eventually(() => market.source() === 'okx', { step: () => testMarket.step(1000) })
    expect(now() - woke).toBeGreaterThanOrEqual(599_000)
    expect(now() - woke).toBeLessThan(700_000)
  })

  test('changes to OKX after ten minutes too when its clock was far ahead before', async () => {
    let clockError = 0
    const { binance, okx, market } = await live({ clockError: () => clockError })
    const pass = (milliseconds: number, isOver = () => false) => {
      const end = now() + milliseconds
      return eventually(() => isOver() || now() > end, { step: () => testMarket.step(1000) })
    }
    clockError = 9 * HOUR_MS
    // No exchange has candles of that time: the search for another one finds none, and pauses.
    await pass(700_000, () => okx.requests.length > 0)
    await pass(10_000)
    expect(okx.requests.length).toBeGreaterThan(0)
    clockError = 0
    binance.faults.silent = true
    const since = now()
    await pass(700_000, () => market.source() === 'okx')
    expect(market.source()).toBe('okx')
    expect(now() - since).toBeGreaterThanOrEqual(599_000)
  })
})

describe.each(['binance', 'okx', 'bybit', 'coinbase'] as const)('%s', (name) => {
  test('provides candles and live prices on one connection for minutes', async () => {
    testMarket = createTestMarket({ feed: name })
    const { market, clock, tape } = testMarket
    const standIn = testMarket[name]
    standIn.faults.closesQuiet = true
    await testMarket.start()
    expect(market.candles(3000)).toHaveLength(3000)
    expect(market.source()).toBe(name)
    const end = clock.now() + 150_000
    await eventually(() => clock.now() > end, { step: () => testMarket.step(500) })
    await eventually(() => market.price()?.freshness === 'live')
    const factor = { binance: 1, okx: 1.02, bybit: 0.98, coinbase: 0.96 }[name]
    const expected = Number(priceAt(tape, clock.now())) * factor
    expect(Math.abs(Number(shown()) / expected - 1)).toBeLessThan(0.001)
    expect(market.stats()).toMatchObject({ rejected: 0, reconnects: 0 })
    expect(standIn.connectionsEver()).toBe(1)
  })

  test('reconnects with a pause after a refused subscription', async () => {
    testMarket = createTestMarket({ feed: name })
    const { market } = testMarket
    const standIn = testMarket[name]
    standIn.faults.refusesSubscription = true
    await testMarket.start()
    if (name === 'binance') {
      await eventually(() => standIn.connections() === 1)
      standIn.send('{"error":{"code":2,"msg":"Invalid request: unknown stream"}}')
    }
    await eventually(() => market.stats().reconnects === 1)
    expect(market.stats().rejected).toBe(0)
    standIn.faults.refusesSubscription = false
    await eventually(() => market.price()?.freshness === 'live', { step: testMarket.step })
  })
})

test('answers the ping frames of Binance', async () => {
  const { binance } = await live()
  await eventually(() => binance.pongs() === 3, { step: () => testMarket.step(500) })
})

describe('an announced end of the connection', () => {
  test.each(['binance', 'okx'] as const)('to %s replaces it at once', async (name) => {
    testMarket = createTestMarket({ feed: name })
    const { market, clock } = testMarket
    const standIn = testMarket[name]
    await testMarket.start()
    await eventually(() => market.price()?.freshness === 'live')
    standIn.announceEnd()
    await eventually(() => standIn.connectionsEver() === 2 && standIn.connections() === 1)
    if (name === 'okx') await eventually(() => standIn.received.length === 2)
    clock.advance(1000)
    await eventually(() => market.price()?.time === clock.now())
  })

  test('replaces it with a pause when it is repeated before any price', async () => {
    const { binance, market, clock } = await live()
    binance.faults.silent = true
    binance.announceEnd()
    await eventually(() => binance.connectionsEver() === 2 && binance.connections() === 1)
    binance.announceEnd()
    await eventually(() => market.stats().reconnects === 2)
    expect(binance.connectionsEver()).toBe(2)
    clock.advance(1000)
    await eventually(() => binance.connectionsEver() === 3)
  })
})

test('leaves no connection, timer or request after stop', async () => {
  const { binance, market, clock } = await live()
  await market.stop()
  await eventually(() => binance.connections() === 0)
  const before = binance.requests.length
  clock.advance(7_200_000)
  expect(binance.requests.length).toBe(before)
  expect(binance.connectionsEver()).toBe(1)
  await Promise.all(testMarket.exchanges.map((exchange) => exchange.stop()))
  expect(clock.pending()).toBe(0)
})
