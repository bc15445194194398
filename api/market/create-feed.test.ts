import { afterEach, describe, expect, test } from 'bun:test'
import type { MarketKind } from '#shared/contract/price.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { memoryCandleStore } from '#tests/support/memory-candle-store.ts'
import {
  createTestMarket,
  type TestMarket,
  type TestMarketOptions,
} from '#tests/support/test-market.ts'
import { type MarketConfig, planFeed } from './create-feed.ts'

let testMarket: TestMarket
afterEach(() => testMarket.stop())

const HOUR_NOW = Date.UTC(2026, 10, 21, 2)

/** A market whose exchanges are unreachable. */
const unreachable = (options: TestMarketOptions, how: 'silent' | 'failing') => {
  testMarket = createTestMarket(options)
  for (const { faults } of testMarket.exchanges) {
    if (how === 'silent') faults.stalled = true
    else faults.status = { code: 503 }
    faults.refusing = true
  }
  return testMarket
}
const reachable = () => {
  for (const { faults } of testMarket.exchanges) {
    faults.stalled = false
    faults.status = null
    faults.refusing = false
  }
}

describe('a start without a reachable exchange', () => {
  test('falls back to a simulated market after 6 s in development and stays there', async () => {
    const { market, clock, store, exchanges } = unreachable({}, 'silent')
    const began = clock.now()
    // The wait must not end before the requests have reached the exchanges, however busy the machine is.
    const haveArrived = () => exchanges.every(({ requests }) => requests.length > 0)
    await testMarket.start(() => {
      if (clock.now() - began < 5900 || haveArrived()) clock.advance(50)
    })
    expect(clock.now() - began).toBeGreaterThanOrEqual(6000)
    expect(clock.now() - began).toBeLessThan(6500)
    expect(exchanges.map(({ requests }) => requests.length)).toEqual([1, 1, 1, 1])
    expect(market.kind()).toBe('simulated')
    expect(market.candles(3000)).toHaveLength(3000)
    clock.advance(1000)
    expect(market.price()).toMatchObject({
      freshness: 'live',
      kind: 'simulated',
      source: 'simulated',
    })
    reachable()
    clock.advance(HOUR_MS)
    await eventually(() => market.candles(1)[0]?.otime === HOUR_NOW + HOUR_MS, {
      step: () => testMarket.clock.advance(100),
    })
    expect(market.source()).toBe('simulated')
    expect(store.all('binance')).toEqual([])
  })

  test('falls back to a simulated market at once when all fail', async () => {
    const { market, clock } = unreachable({}, 'failing')
    const began = clock.now()
    await testMarket.start()
    expect(market.kind()).toBe('simulated')
    expect(clock.now()).toBe(began)
  })

  test.each([
    { production: true, recordedKind: null },
    { production: false, recordedKind: 'real' as const },
  ])(
    '%p waits for an exchange, shows stored prices meanwhile, and uses the first that replies',
    async (options) => {
      const store = memoryCandleStore()
      await store.save('okx', [{ otime: HOUR_NOW - HOUR_MS, open: '61000.00' }])
      const { market } = unreachable({ ...options, store }, 'failing')
      await testMarket.start(testMarket.step)
      expect(market.kind()).toBe('real')
      expect(market.price()).toMatchObject({ value: '61000.00', freshness: 'stale', source: 'okx' })
      expect(market.candles(3000)).toHaveLength(1)
      reachable()
      await eventually(() => market.candles(3000).length === 3000, {
        step: () => testMarket.step(500),
      })
      await eventually(() => market.price()?.freshness === 'live', { step: testMarket.step })
      expect(market.source() === 'okx' || market.source() === 'binance').toBe(true)
    },
  )

  test('stays simulated on a database of simulated prices although exchanges are reachable', async () => {
    testMarket = createTestMarket({ recordedKind: 'simulated' })
    await testMarket.start()
    expect(testMarket.market.kind()).toBe('simulated')
    expect(testMarket.binance.requests).toEqual([])
  })
})

describe('the feed plan', () => {
  const config: MarketConfig = { feed: 'auto', production: false, allowSimulated: true }
  const real = ['binance', 'okx', 'bybit', 'coinbase']

  test.each<[Partial<MarketConfig>, MarketKind | null, object]>([
    [{}, null, { kind: 'real', exchanges: real, mayFallBack: true }],
    [{}, 'real', { kind: 'real', exchanges: real, mayFallBack: false }],
    [{}, 'simulated', { kind: 'simulated' }],
    [{ production: true }, null, { kind: 'real', exchanges: real, mayFallBack: false }],
    [{ allowSimulated: false }, null, { kind: 'real', exchanges: real, mayFallBack: false }],
    [{ feed: 'okx' }, null, { kind: 'real', exchanges: ['okx'], mayFallBack: false }],
    [{ feed: 'coinbase' }, null, { kind: 'real', exchanges: ['coinbase'], mayFallBack: false }],
    [{ feed: 'simulated' }, null, { kind: 'simulated' }],
    [{ feed: 'replay:/a:b.csv' }, 'replay', { kind: 'replay', path: '/a:b.csv' }],
  ])('%p with a database of %p prices', (change, recorded, plan) => {
    expect<object>(planFeed({ ...config, ...change }, recorded)).toEqual(plan)
  })

  test.each<[Partial<MarketConfig>, MarketKind]>([
    [{ feed: 'simulated' }, 'real'],
    [{ feed: 'simulated' }, 'replay'],
    [{ feed: 'binance' }, 'simulated'],
    [{ feed: 'replay:x.csv' }, 'real'],
    [{ feed: 'auto' }, 'replay'],
    [{ feed: 'auto', production: true }, 'simulated'],
  ])('%p contradicts a database of %p prices, in one line', (change, recorded) => {
    const plan = () => planFeed({ ...config, ...change }, recorded)
    expect(plan).toThrow(/^PRICE_FEED=.* but this database holds a market of .*$/)
    expect(plan).not.toThrow(/\n/)
  })
})
