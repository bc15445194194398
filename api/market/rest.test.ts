import { afterEach, describe, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Faults } from '#tests/support/exchange/faults.ts'
import {
  createTestMarket,
  type TestMarket,
  type TestMarketOptions,
} from '#tests/support/test-market.ts'
import { fetchCandlePages, retryAfter } from './rest.ts'

let testMarket: TestMarket
const setUpMarket = (options: TestMarketOptions = {}) => {
  testMarket = createTestMarket(options)
  return testMarket
}
afterEach(() => testMarket.stop())

const HOUR_NOW = Date.UTC(2026, 10, 21, 2)
const HOUR_NEXT = HOUR_NOW + HOUR_MS
const JUST_BEFORE = '2026-11-21T02:59:59Z'
const newest = () => testMarket.market.candles(1)[0]?.otime
const hourArrives = () => eventually(() => newest() === HOUR_NEXT, { step: testMarket.step })

describe('invalid candles', () => {
  test('returns one per hour, newest first, from unordered duplicates', async () => {
    const { binance, market } = setUpMarket()
    binance.faults.duplicated = true
    binance.faults.shuffled = true
    await testMarket.start()
    expect(market.candles(3000).map(({ otime }) => otime)).toEqual(
      Array.from({ length: 3000 }, (_, i) => HOUR_NOW - i * HOUR_MS),
    )
    expect(market.stats().rejected).toBe(0)
  })

  test('requests gaps three times and then adds older hours instead', async () => {
    const { binance, market, clock } = setUpMarket()
    const gap = HOUR_NOW - 100 * HOUR_MS
    binance.faults.gaps.add(gap)
    await testMarket.start()
    expect(market.candles(3000)).toHaveLength(2999)
    expect(market.candles(3000).some(({ otime }) => otime === gap)).toBe(false)
    const gapRequests = () =>
      binance.requests.filter((request) => request.includes(`startTime=${gap}&`)).length
    await eventually(() => gapRequests() === 3, { step: () => testMarket.step(5000) })
    await eventually(() => market.candles(3000).length === 3000, {
      step: () => testMarket.step(5000),
    })
    const hours = market.candles(3000).map(({ otime }) => otime)
    expect((hours[0] ?? 0) - (hours.at(-1) ?? 0)).toBe(3000 * HOUR_MS)
    const until = clock.now() + 3 * 600_000
    await eventually(() => clock.now() > until, { step: () => testMarket.step(5000) })
    expect(gapRequests()).toBe(3)
  })

  test('adds a candle that the exchange fills in later', async () => {
    const { binance, market } = setUpMarket()
    const gap = HOUR_NOW - 100 * HOUR_MS
    binance.faults.gaps.add(gap)
    await testMarket.start()
    binance.faults.gaps.clear()
    const filled = () => market.candles(3000).some(({ otime }) => otime === gap)
    await eventually(filled, { step: () => testMarket.step(5000) })
    expect(market.candles(3000)).toHaveLength(3000)
  })

  test.each(['garbage', '-60000.00', '0', '0.00000000', '1e5', '', 60000, null, '99999999999.1'])(
    'the open %p is dropped, counted, and read again later',
    async (open) => {
      const { binance, market } = setUpMarket()
      const bad = HOUR_NOW - 7 * HOUR_MS
      binance.faults.opens.set(bad, open)
      await testMarket.start()
      expect(market.stats().rejected).toBeGreaterThan(0)
      expect(market.candles(3000)).toHaveLength(2999)
      binance.faults.opens.clear()
      await eventually(() => market.candles(3000).length === 3000, {
        step: () => testMarket.step(5000),
      })
    },
  )

  test('withholds an outlier open of the new hour until a second reading agrees', async () => {
    const { binance, market, tape } = setUpMarket({ now: JUST_BEFORE })
    await testMarket.start()
    binance.faults.opens.set(HOUR_NEXT, '1000000.00')
    await eventually(() => market.stats().withheld === 1, { step: testMarket.step })
    expect(newest()).toBe(HOUR_NOW)
    binance.faults.opens.clear()
    await hourArrives()
    expect(market.candles(1)[0]?.open).toBe(tape.row(HOUR_NEXT)?.open ?? '')
  })

  test('accepts a crash at the second reading', async () => {
    const { binance, market } = setUpMarket({ now: JUST_BEFORE })
    await testMarket.start()
    binance.faults.opens.set(HOUR_NEXT, '30000.00')
    await hourArrives()
    expect(market.candles(1)[0]?.open).toBe('30000.00')
    expect(market.stats().withheld).toBe(1)
  })

  test.each([50, 2999])(
    'withholds an outlier open of %p hours ago until a second reading agrees',
    async (ago) => {
      const { binance, market } = setUpMarket()
      const odd = HOUR_NOW - ago * HOUR_MS
      binance.faults.opens.set(odd, '1000000.00')
      let once = true
      testMarket.market.onCandles(() => {
        if (once) binance.faults.opens.clear()
        once = false
      })
      await testMarket.start()
      await eventually(() => market.candles(3000).length === 3000, { step: testMarket.step })
      expect(market.candles(3000).some(({ open }) => open === '1000000.00')).toBe(false)
    },
  )
})

describe('an unavailable exchange', () => {
  test('stays active when only an old gap cannot be read', async () => {
    const { binance, market, clock } = setUpMarket()
    binance.faults.gaps.add(HOUR_NOW - 100 * HOUR_MS)
    await testMarket.start()
    binance.faults.status = { code: 500 }
    await eventually(() => clock.now() > HOUR_NEXT - 60_000, { step: () => testMarket.step(2000) })
    expect(market.stats().failures).toBe(2)
    expect(market.source()).toBe('binance')
  })

  test.each<[string, Partial<Faults>]>([
    ['no answer', { status: { code: 500 } }],
    ['candles that stand still', { gaps: new Set([HOUR_NEXT]) }],
  ])('is replaced after ten minutes without the present hour: %s', async (_, faults) => {
    const { binance, market, clock } = setUpMarket({ now: JUST_BEFORE })
    await testMarket.start()
    Object.assign(binance.faults, faults)
    const candles: number[] = []
    market.onCandles(() => candles.push(market.candles(3000).length))
    await eventually(() => market.source() === 'okx', { step: () => testMarket.step(1000) })
    expect(clock.now()).toBeGreaterThanOrEqual(HOUR_NEXT + 600_000)
    expect(clock.now()).toBeLessThan(HOUR_NEXT + 640_000)
    expect(newest()).toBe(HOUR_NEXT)
    expect(candles.every((count) => count === 3000)).toBe(true)
  })

  test.each([429, 418])('is not retried before Retry-After, after HTTP %p', async (code) => {
    const { binance, clock } = setUpMarket({ now: JUST_BEFORE, feed: 'binance' })
    await testMarket.start()
    binance.faults.status = { code, retryAfter: 30 }
    const before = binance.requests.length
    await eventually(() => binance.requests.length === before + 1, { step: testMarket.step })
    await eventually(() => testMarket.market.stats().failures === 1)
    const limitedAt = clock.now()
    binance.faults.status = null
    const old = HOUR_NOW - 5000 * HOUR_MS
    await expect(testMarket.market.firstOpenFrom(old, old + HOUR_MS)).rejects.toThrow(
      'waiting for Retry-After',
    )
    await hourArrives()
    expect(clock.now() - limitedAt).toBeGreaterThanOrEqual(29_000)
    expect(binance.requests.length).toBe(before + 2)
    expect(testMarket.market.stats().failures).toBe(1)
  })

  test('is called after Retry-After also when the clock was far ahead at the refusal', async () => {
    let clockError = 0
    const { binance, market, clock } = setUpMarket({
      now: JUST_BEFORE,
      feed: 'binance',
      clockError: () => clockError,
    })
    await testMarket.start()
    clockError = 9 * HOUR_MS
    binance.faults.status = { code: 429, retryAfter: 30 }
    await eventually(() => market.stats().failures === 1, { step: testMarket.step })
    clockError = 0
    binance.faults.status = null
    const end = clock.now() + 90_000
    const isOver = () => newest() === HOUR_NEXT || clock.now() > end
    await eventually(isOver, { step: testMarket.step })
    expect(newest()).toBe(HOUR_NEXT)
  })

  test.each([
    ['binance', 451, null],
    ['binance', 403, 'country'],
    ['okx', 200, 'country'],
    ['okx', 400, 'country'],
    ['bybit', 403, 'country'],
    ['bybit', 200, '{"retCode":10024,"retMsg":"Compliance rules triggered"}'],
    ['bybit', 200, '{"retCode":10009,"retMsg":"IP has been banned"}'],
    ['coinbase', 403, 'country'],
  ] as const)('%s is replaced at once after HTTP %p, %p', async (name, code, text) => {
    const { market, clock } = setUpMarket({ feed: 'auto', now: JUST_BEFORE })
    const used = testMarket[name]
    for (const each of testMarket.exchanges) if (each !== used) each.faults.status = { code: 503 }
    await testMarket.start()
    expect(market.source()).toBe(name)
    for (const each of testMarket.exchanges) each.faults.status = null
    const body = text === 'country' ? used.countryBody : (text ?? '')
    used.faults.status = { code, body }
    await eventually(() => market.source() !== name, { step: testMarket.step })
    expect(clock.now()).toBeLessThan(HOUR_NEXT + 20_000)
    expect(market.source()).toBe(name === 'binance' ? 'okx' : 'binance')
  })

  test('is not used at the start when it refuses this country', async () => {
    const { binance, market, tape } = setUpMarket()
    binance.faults.status = { code: 451, body: binance.countryBody }
    await testMarket.start()
    expect(market.source()).toBe('okx')
    expect(binance.requests).toHaveLength(1)
    expect(market.candles(3000)).toHaveLength(3000)
    expect(Number(market.candles(1)[0]?.open)).toBeCloseTo(
      Number(tape.row(HOUR_NOW)?.open) * 1.02,
      1,
    )
  })

  test.each(['binance', 'okx', 'coinbase'] as const)(
    '%s is not called for ten minutes after HTTP 403, and stays the source',
    async (name) => {
      const { market, clock } = setUpMarket({ now: JUST_BEFORE, feed: name })
      const { faults, requests, connectionsEver } = testMarket[name]
      await testMarket.start()
      await eventually(() => connectionsEver() === 1)
      faults.status = { code: 403, body: '<html><h1>403 Forbidden</h1></html>' }
      const before = requests.length
      await eventually(() => market.stats().failures === 1, { step: testMarket.step })
      const refusedAt = clock.now()
      faults.status = null
      await eventually(() => newest() === HOUR_NEXT, { step: () => testMarket.step(1000) })
      expect(clock.now() - refusedAt).toBeGreaterThanOrEqual(599_000)
      expect(requests.length - before).toBe(2)
      expect(market.price()?.freshness).toBe('live')
      expect(connectionsEver()).toBe(1)
    },
  )

  test('ends all sessions with Bybit for ten minutes after HTTP 403, and stays the source', async () => {
    const { market, clock, bybit, exchanges } = setUpMarket({ now: JUST_BEFORE })
    for (const each of exchanges) if (each !== bybit) each.faults.status = { code: 503 }
    await testMarket.start()
    expect(market.source()).toBe('bybit')
    for (const each of exchanges) each.faults.status = null
    bybit.faults.status = { code: 403, body: '{"retMsg":"access too frequent"}' }
    const before = bybit.requests.length
    await eventually(() => market.stats().failures === 1, { step: testMarket.step })
    const refusedAt = clock.now()
    bybit.faults.status = null
    await eventually(() => bybit.connections() === 0)
    await eventually(() => bybit.connections() === 1, { step: () => testMarket.step(1000) })
    expect(clock.now() - refusedAt).toBeGreaterThanOrEqual(599_000)
    await eventually(() => newest() === HOUR_NEXT, { step: () => testMarket.step(1000) })
    await eventually(() => market.price()?.freshness === 'live', { step: testMarket.step })
    expect(bybit.requests.length - before).toBe(2)
    expect(market.source()).toBe('bybit')
    expect(market.stats().switches).toBe(0)
  })

  test.each([
    ['bybit', '{"retCode":10006,"retMsg":"Too many visits!"}', 5000],
    ['okx', '{"code":"50011","msg":"Too Many Requests"}', 2000],
  ] as const)('%s is not called while it limits requests by %p', async (name, body, pause) => {
    const { market, clock } = setUpMarket({ now: JUST_BEFORE, feed: name })
    const { faults, requests } = testMarket[name]
    await testMarket.start()
    faults.status = { code: 200, body }
    const before = requests.length
    await eventually(() => market.stats().failures === 1, { step: testMarket.step })
    const limitedAt = clock.now()
    faults.status = null
    await hourArrives()
    expect(clock.now() - limitedAt).toBeGreaterThanOrEqual(pause - 100)
    expect(requests.length - before).toBe(2)
  })

  test('is replaced by OKX at once after HTTP 451, with a separate series', async () => {
    const { binance, market, tape, store, clock } = setUpMarket({ now: JUST_BEFORE })
    await testMarket.start()
    binance.faults.status = { code: 451 }
    await eventually(() => market.source() === 'okx', { step: testMarket.step })
    expect(clock.now()).toBeLessThan(HOUR_NEXT + 20_000)
    await eventually(() => market.candles(3000).length === 3000, { step: testMarket.step })
    for (const { otime, open } of market.candles(3000)) {
      expect(Number(open)).toBeCloseTo(Number(tape.row(otime)?.open) * 1.02, 1)
    }
    for (const { otime, open } of store.all('binance')) expect(tape.row(otime)?.open).toBe(open)
    expect(market.stats().switches).toBe(1)
  })

  test('is retried with increasing delays after HTTP 500', async () => {
    const { binance, market, clock } = setUpMarket({ now: JUST_BEFORE, feed: 'binance' })
    await testMarket.start()
    binance.faults.status = { code: 500 }
    const before = binance.requests.length
    await eventually(() => clock.now() > HOUR_NEXT + 60_000, { step: testMarket.step })
    const retries = binance.requests.length - before
    expect(retries).toBeGreaterThanOrEqual(4)
    expect(retries).toBeLessThanOrEqual(9)
    expect(newest()).toBe(HOUR_NOW)
    binance.faults.status = null
    await hourArrives()
    expect(market.source()).toBe('binance')
  })

  test('fails on a truncated reply', async () => {
    const { binance, market } = setUpMarket({ now: JUST_BEFORE })
    await testMarket.start()
    binance.faults.truncated = true
    await eventually(() => market.stats().failures > 0, { step: testMarket.step })
    expect(newest()).toBe(HOUR_NOW)
    binance.faults.truncated = false
    await hourArrives()
  })

  test('times out a request after ten seconds', async () => {
    const { binance, market, clock } = setUpMarket({ now: JUST_BEFORE })
    await testMarket.start()
    binance.faults.stalled = true
    const before = binance.requests.length
    clock.advance(2000)
    await eventually(() => binance.requests.length === before + 1)
    clock.advance(8000)
    expect(market.stats().failures).toBe(0)
    clock.advance(2000)
    await eventually(() => market.stats().failures === 1)
    binance.faults.stalled = false
    await hourArrives()
  })
})

test.each([
  ['binance', 3],
  ['okx', 10],
  ['bybit', 3],
  ['coinbase', 10],
] as const)('fetches 3000 hours of %s in %p requests', async (name, requests) => {
  const { market } = setUpMarket({ feed: name })
  await testMarket.start()
  expect(market.candles(3000)).toHaveLength(3000)
  expect(testMarket[name].requests).toHaveLength(requests)
})

test('never takes an unconfirmed candle of OKX for a finished one', async () => {
  const { okx, market, tape } = setUpMarket({ feed: 'okx', now: JUST_BEFORE })
  okx.faults.unconfirmed.add(HOUR_NOW - HOUR_MS)
  await testMarket.start()
  expect(market.candles(2).map(({ otime }) => otime)).toEqual([HOUR_NOW, HOUR_NOW - 2 * HOUR_MS])
  const lookup = () => market.firstOpenFrom(HOUR_NOW - HOUR_MS, HOUR_NOW + 23 * HOUR_MS)
  await expect(lookup()).rejects.toThrow('not credible')
  okx.faults.unconfirmed.clear()
  testMarket.clock.advance(20_000)
  await hourArrives()
  expect(Number((await lookup())?.open)).toBeCloseTo(
    Number(tape.row(HOUR_NOW - HOUR_MS)?.open) * 1.02,
    1,
  )
})

test('limits each page of candles to its window, whatever the exchange sends', async () => {
  const hour = 490_000 * HOUR_MS
  const rows = [-1, 0, 1, 1, 2, 3].map((at) => [hour + at * HOUR_MS, '84000.01', '', '', '', '1'])
  const windows: number[][] = []
  const reply = await fetchCandlePages(
    { from: hour, limit: 3 },
    { hours: 2 },
    hour + 9 * HOUR_MS,
    async (...w) => {
      windows.push(w.map((at) => (at - hour) / HOUR_MS))
      return rows
    },
  )
  expect(windows).toEqual([
    [0, 2],
    [2, 3],
  ])
  expect(reply.candles.map(({ otime }) => (otime - hour) / HOUR_MS)).toEqual([0, 1, 2])
  expect(reply.rejected).toBe(3 + 5)
})

test('parses Retry-After as seconds or a date, within bounds', () => {
  const now = Date.UTC(2026, 10, 21)
  expect(retryAfter('30', now)).toBe(30_000)
  expect(retryAfter('Sat, 21 Nov 2026 00:01:00 GMT', now)).toBe(60_000)
  expect(retryAfter('0', now)).toBe(1000)
  expect(retryAfter('999999999', now)).toBe(3 * 24 * HOUR_MS)
  expect(retryAfter('soon', now)).toBeNull()
  expect(retryAfter(null, now)).toBeNull()
})
