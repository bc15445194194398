import { afterEach, describe, expect, test } from 'bun:test'
import { s60FromOpens } from '#shared/rules/offer.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { priceAt } from '#tests/support/exchange/tape.ts'
import {
  createTestMarket,
  type TestMarket,
  type TestMarketOptions,
} from '#tests/support/test-market.ts'
import type { Market } from './market.ts'
import type { Tick } from './types.ts'

let testMarket: TestMarket
const setUpMarket = (options: TestMarketOptions = {}) => {
  testMarket = createTestMarket(options)
  return testMarket
}
afterEach(() => testMarket.stop())

const HOUR_NOW = Date.UTC(2026, 10, 21, 2)
const BAR = { high: '500000.00', low: '500.00', close: '90000.00', volume: '1' }

/** The candle of one hour, or null while unknown. */
const openAt = (market: Market, instant: number) =>
  market.firstOpenFrom(instant, instant + HOUR_MS).catch(() => null)

describe('a market on a healthy exchange', () => {
  test('has 3000 stored candles of Binance, newest first, one per hour', async () => {
    const { market, tape, store, binance, okx } = setUpMarket()
    await testMarket.start()
    const candles = market.candles(3000)
    expect(candles).toHaveLength(3000)
    expect(candles.map(({ otime }) => otime)).toEqual(
      Array.from({ length: 3000 }, (_, i) => HOUR_NOW - i * HOUR_MS),
    )
    for (const { otime, open } of candles) expect(tape.row(otime)?.open).toBe(open)
    expect(store.all('binance')).toEqual([...candles].reverse())
    expect(market.source()).toBe('binance')
    expect(market.kind()).toBe('real')
    expect(binance.requests.every((request) => request.includes('symbol=BTCUSDT'))).toBe(true)
    expect(okx.requests).toEqual([])
  })

  test('returns the newest candles up to the limit', async () => {
    const { market } = setUpMarket()
    await testMarket.start()
    expect(market.candles(1)).toEqual([expect.objectContaining({ otime: HOUR_NOW })])
    expect(market.candles(0)).toEqual([])
    expect(market.candles(9000)).toHaveLength(3000)
  })

  test('shows the newest open until the first tick, then ticks with time and freshness', async () => {
    const { market, tape, clock, binance } = setUpMarket({ feed: 'binance' })
    binance.faults.silent = true
    await testMarket.start()
    expect(market.price()).toMatchObject({ time: HOUR_NOW, freshness: 'stale', source: 'binance' })
    binance.faults.silent = false
    await eventually(() => binance.connections() === 1)
    clock.advance(1000)
    await eventually(() => market.price()?.time === clock.now())
    expect(market.price()).toEqual({
      value: priceAt(tape, clock.now()) ?? '',
      time: clock.now(),
      source: 'binance',
      freshness: 'live',
      kind: 'real',
      ageMs: 0,
    })
    binance.faults.silent = true
    clock.advance(10_000)
    expect(market.price()).toMatchObject({ freshness: 'delayed', ageMs: 10_000 })
    clock.advance(50_000)
    expect(market.price()).toMatchObject({ freshness: 'stale', ageMs: 60_000 })
  })

  test('calls listeners at most four times per second, finally with the newest tick', async () => {
    const { market, clock, binance } = setUpMarket()
    await testMarket.start()
    await eventually(() => binance.connections() === 1)
    const seen: Tick[] = []
    const end = market.onTick((tick) => seen.push(tick))
    for (let i = 1; i <= 50; i++) binance.tick(`${60_000 + i}.00`, clock.now() + i)
    await eventually(() => market.price()?.value === '60050.00')
    clock.advance(250)
    expect(seen.length).toBeLessThanOrEqual(2)
    expect(seen.at(-1)?.price).toBe('60050.00')
    end()
    binance.tick('60060.00', clock.now())
    await eventually(() => market.price()?.value === '60060.00')
    clock.advance(250)
    expect(seen.at(-1)?.price).toBe('60050.00')
  })

  test('adds the new candle and calls listeners within two seconds of the hour', async () => {
    const { market, clock } = setUpMarket({ now: '2026-11-21T02:59:59Z' })
    await testMarket.start()
    const versions: number[] = []
    market.onCandles((version) => versions.push(version))
    const before = market.version()
    await eventually(() => market.candles(1)[0]?.otime === HOUR_NOW + HOUR_MS, {
      step: testMarket.step,
    })
    expect(clock.now()).toBeLessThan(HOUR_NOW + HOUR_MS + 2000)
    expect(versions).toEqual([before + 1])
    // The new hour, and the bar of the one that has ended.
    expect(testMarket.store.batches).toEqual([3000, 2])
    expect(market.candles(3000)).toHaveLength(3000)
  })

  test('retries every 500 to 2000 ms while the new candle is late', async () => {
    const { market, clock, binance } = setUpMarket({ now: '2026-11-21T02:59:59Z' })
    binance.faults.lateBy = 7000
    await testMarket.start()
    const before = binance.requests.length
    await eventually(() => market.candles(1)[0]?.otime === HOUR_NOW + HOUR_MS, {
      step: () => testMarket.step(20),
    })
    expect(clock.now()).toBeGreaterThanOrEqual(HOUR_NOW + HOUR_MS + 7000)
    const retries = binance.requests.length - before
    expect(retries).toBeGreaterThanOrEqual(4)
    expect(retries).toBeLessThanOrEqual(15)
    expect(binance.requests.at(-1)).toEndWith('limit=2')
  })

  test('fetches missed hours plus one after downtime, and updates the volatility', async () => {
    const { store, tape } = setUpMarket()
    const seed = Array.from({ length: 2995 }, (_, i) => HOUR_NOW - (i + 5) * HOUR_MS)
    await store.save(
      'binance',
      seed.map((otime) => ({ otime, open: tape.row(otime)?.open ?? '', bar: BAR })),
    )
    await testMarket.start()
    expect(testMarket.market.candles(3000)).toHaveLength(3000)
    expect(testMarket.binance.requests.at(-1)).toContain(`startTime=${HOUR_NOW - 5 * HOUR_MS}&`)
    expect(testMarket.binance.requests.at(-1)).toEndWith('limit=6')
    expect(testMarket.market.s60()).toBeGreaterThan(0.005)
    expect(testMarket.market.s60()).toBeLessThan(0.1)
  })

  test('knows price and volatility at the last 00:00 UTC, from the opens up to then', async () => {
    const { market, clock } = setUpMarket({ now: '2026-11-21T23:59:59Z' })
    await testMarket.start()
    const midnight = Date.parse('2026-11-21T00:00:00Z')
    const candles = market.candles(3000).filter(({ otime }) => otime <= midnight)
    const opens = candles.slice(0, 1441).map(({ open }) => Number(open))
    const price = candles[0]?.open ?? ''
    expect(market.dayMark()).toEqual({ time: midnight, price, s60: s60FromOpens(opens) })
    expect(market.dayMark()?.s60).not.toBe(market.s60())
    clock.advance(1000)
    const next = midnight + DAY_MS
    expect(market.candles(1)[0]?.otime === next ? null : market.dayMark()).toBeNull()
    await eventually(() => market.dayMark()?.time === next, { step: testMarket.step })
  })

  test('never changes a stored open, whatever the exchange sends later', async () => {
    const { store, market } = setUpMarket()
    await store.save('binance', [{ otime: HOUR_NOW - HOUR_MS, open: '61234.56' }])
    await testMarket.start()
    expect((await openAt(market, HOUR_NOW - HOUR_MS))?.open).toBe('61234.56')
    expect(store.all('binance').find(({ otime }) => otime === HOUR_NOW - HOUR_MS)?.open).toBe(
      '61234.56',
    )
    expect(market.stats().conflicts).toBeGreaterThanOrEqual(1)
  })

  test('serves candles while the store is down and stores them later', async () => {
    const { market, store, clock } = setUpMarket({ now: '2026-11-21T02:59:59Z' })
    await testMarket.start()
    store.broken = true
    await eventually(() => market.candles(1)[0]?.otime === HOUR_NOW + HOUR_MS, {
      step: testMarket.step,
    })
    expect(market.stats().storeFailures).toBeGreaterThan(0)
    store.broken = false
    clock.advance(5000)
    await eventually(() => store.all('binance').at(-1)?.otime === HOUR_NOW + HOUR_MS, {
      step: testMarket.step,
    })
  })
})

describe('the lookup of past opens', () => {
  test('finds opens in memory, in the store or at the exchange', async () => {
    const { market, tape, store, binance } = setUpMarket()
    await testMarket.start()
    expect(await openAt(market, HOUR_NOW)).toEqual({
      otime: HOUR_NOW,
      open: tape.row(HOUR_NOW)?.open ?? '',
    })
    const old = HOUR_NOW - 5000 * HOUR_MS
    await store.save('binance', [{ otime: old, open: '55555.55' }])
    expect((await openAt(market, old))?.open).toBe('55555.55')
    const older = HOUR_NOW - 6000 * HOUR_MS
    const before = binance.requests.length
    expect((await openAt(market, older))?.open).toBe(tape.row(older)?.open ?? '')
    expect(binance.requests.length).toBe(before + 1)
    expect((await store.firstFrom('binance', older, older + 1))?.otime).toBe(older)
    expect(market.candles(3000)).toHaveLength(3000)
    expect(market.candles(3000).at(-1)?.otime).toBe(HOUR_NOW - 2999 * HOUR_MS)
  })

  test('returns null for a future hour or an instant off the hour', async () => {
    const { market } = setUpMarket()
    await testMarket.start()
    expect(await openAt(market, HOUR_NOW + HOUR_MS)).toBeNull()
    expect(await market.firstOpenFrom(HOUR_NOW + HOUR_MS, HOUR_NOW + 24 * HOUR_MS)).toBeNull()
  })

  test('skips a gap only when the exchange confirms it', async () => {
    const { market, binance, clock } = setUpMarket()
    const gap = HOUR_NOW - 10 * HOUR_MS
    binance.faults.gaps.add(gap).add(gap + HOUR_MS)
    await testMarket.start()
    expect(await openAt(market, gap)).toBeNull()
    expect(await market.firstOpenFrom(gap, gap + 24 * HOUR_MS)).toMatchObject({
      otime: gap + 2 * HOUR_MS,
    })
    binance.faults.status = { code: 500 }
    clock.advance(20_000)
    await expect(market.firstOpenFrom(gap, gap + 24 * HOUR_MS)).rejects.toThrow('HTTP 500')
    expect(await openAt(market, gap)).toBeNull()
  })

  test('requests again what failed before the clock was set back', async () => {
    let clockError = 9 * HOUR_MS
    const { market, binance } = setUpMarket({ feed: 'binance', clockError: () => clockError })
    await testMarket.start()
    const old = HOUR_NOW - 6000 * HOUR_MS
    binance.faults.status = { code: 500 }
    await expect(market.firstOpenFrom(old, old + HOUR_MS)).rejects.toThrow('HTTP 500')
    clockError = 0
    binance.faults.status = null
    expect(await market.firstOpenFrom(old, old + HOUR_MS)).toMatchObject({ otime: old })
  })

  test('returns null when the exchange has no candle in the interval', async () => {
    const { market, binance } = setUpMarket()
    const gap = HOUR_NOW - 30 * HOUR_MS
    for (let i = 0; i < 24; i++) binance.faults.gaps.add(gap + i * HOUR_MS)
    await testMarket.start()
    expect(await market.firstOpenFrom(gap, gap + 24 * HOUR_MS)).toBeNull()
  })

  test('rejects a response with invalid rows', async () => {
    const { market, binance, clock } = setUpMarket()
    const hour = HOUR_NOW - 10 * HOUR_MS
    binance.faults.opens.set(hour, 'not a price')
    await testMarket.start()
    clock.advance(20_000)
    await expect(market.firstOpenFrom(hour, hour + 24 * HOUR_MS)).rejects.toThrow('not credible')
    binance.faults.opens.clear()
    clock.advance(20_000)
    expect(await market.firstOpenFrom(hour, hour + 24 * HOUR_MS)).toMatchObject({ otime: hour })
  })
})
