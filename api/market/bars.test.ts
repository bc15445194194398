import { afterEach, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/time.ts'
import { eventually, eventuallyDone } from '#tests/support/eventually.ts'
import { generatedTape } from '#tests/support/exchange/tape.ts'
import { connectedBuses } from '#tests/support/test-bus.ts'
import { testJobLock } from '#tests/support/test-job-lock.ts'
import {
  createTestMarket,
  type TestMarket,
  type TestMarketOptions,
} from '#tests/support/test-market.ts'
import type { ReplayRow } from './replay-csv.ts'

const HOUR_NOW = Date.UTC(2026, 10, 21, 2)
const JUST_BEFORE = '2026-11-21T02:59:59Z'

let testMarket: TestMarket
/** Rows that replace those of the tape. */
let replaced: Map<number, ReplayRow>
afterEach(() => testMarket.stop())

function setUpMarket(options: TestMarketOptions = {}) {
  const tape = generatedTape()
  replaced = new Map()
  const row = (otime: number) => replaced.get(otime) ?? tape.row(otime)
  testMarket = createTestMarket({ ...options, tape: { row } })
  return testMarket
}

/** Changes parts of an hour's row at the exchange. */
function replace(otime: number, part: Partial<ReplayRow>) {
  const row = testMarket.tape.row(otime)
  if (row) replaced.set(otime, { ...row, ...part })
}

const candleAt = (otime: number) =>
  testMarket.market.candles(3000).find((candle) => candle.otime === otime)
const storedAt = (otime: number) =>
  testMarket.store.all('binance').find((candle) => candle.otime === otime)
const barOf = (otime: number) => {
  const row = testMarket.tape.row(otime)
  return row && { high: row.high, low: row.low, close: row.close, volume: '120.5' }
}
const until = (condition: () => boolean, step = 5000) =>
  eventually(condition, { step: () => testMarket.step(step) })

test('every hour but the running one has a bar, in memory and in the store', async () => {
  setUpMarket()
  await testMarket.start()
  expect(candleAt(HOUR_NOW)?.bar).toBeUndefined()
  expect(storedAt(HOUR_NOW)?.bar).toBeUndefined()
  const finished = testMarket.market.candles(3000).slice(1)
  expect(finished.every(({ otime, bar }) => Bun.deepEquals(bar, barOf(otime)))).toBe(true)
  expect(storedAt(HOUR_NOW - HOUR_MS)?.bar).toEqual(barOf(HOUR_NOW - HOUR_MS))
})

test('the hour that ends gets its bar with the next one, never values of the running hour', async () => {
  setUpMarket({ now: JUST_BEFORE })
  replace(HOUR_NOW, { high: '400000.00' })
  await testMarket.start()
  expect(candleAt(HOUR_NOW)?.bar).toBeUndefined()
  replaced.clear()
  await until(() => candleAt(HOUR_NOW + HOUR_MS) !== undefined, 100)
  expect(candleAt(HOUR_NOW)?.bar).toEqual(barOf(HOUR_NOW))
  expect(storedAt(HOUR_NOW)?.bar).toEqual(barOf(HOUR_NOW))
})

test('reads an hour once more after five minutes: the bar follows, the open never changes', async () => {
  setUpMarket({ now: JUST_BEFORE })
  await testMarket.start()
  await until(() => candleAt(HOUR_NOW)?.bar !== undefined, 100)
  const { clock, binance } = testMarket
  const open = candleAt(HOUR_NOW)?.open ?? ''
  const volume = '120.75'
  replace(HOUR_NOW, { volume, open: (Number(open) + 1).toFixed(2) })
  const requests = binance.requests.length
  await until(() => candleAt(HOUR_NOW)?.bar?.volume === volume)
  expect(clock.now()).toBeGreaterThanOrEqual(HOUR_NOW + HOUR_MS + 5 * 60_000)
  expect(clock.now()).toBeLessThan(HOUR_NOW + HOUR_MS + 7 * 60_000)
  expect([candleAt(HOUR_NOW)?.open, storedAt(HOUR_NOW)?.open]).toEqual([open, open])
  await eventually(() => storedAt(HOUR_NOW)?.bar?.volume === volume)
  await until(() => clock.now() > HOUR_NOW + HOUR_MS + 50 * 60_000)
  expect(binance.requests.length).toBe(requests + 1)
})

test('an hour that OKX confirms late gets its bar then', async () => {
  setUpMarket({ now: JUST_BEFORE, feed: 'okx' })
  testMarket.okx.faults.unconfirmed.add(HOUR_NOW)
  await testMarket.start()
  await until(() => candleAt(HOUR_NOW + HOUR_MS) !== undefined, 100)
  expect(candleAt(HOUR_NOW)).not.toHaveProperty('bar')
  testMarket.okx.faults.unconfirmed.clear()
  await until(() => candleAt(HOUR_NOW)?.bar !== undefined)
})

test('fills in the bars of hours that were stored without, and retains their opens', async () => {
  const { store, tape } = setUpMarket()
  const hours = Array.from({ length: 3000 }, (_, ago) => HOUR_NOW - ago * HOUR_MS)
  const opens = hours.map((otime) => ({ otime, open: tape.row(otime)?.open ?? '' }))
  await store.save('binance', opens)
  await testMarket.start()
  await until(() => testMarket.market.candles(3000).filter(({ bar }) => bar).length === 2999)
  expect(testMarket.market.candles(3000).map(({ otime, open }) => ({ otime, open }))).toEqual(opens)
  await eventually(() => store.all('binance').filter(({ bar }) => bar).length === 2999)
})

test('an hour whose bar is never valid is requested three times', async () => {
  setUpMarket()
  const bad = HOUR_NOW - 7 * HOUR_MS
  replace(bad, { low: '1.00' })
  await testMarket.start()
  const { binance, clock, market } = testMarket
  expect(candleAt(bad)?.open).toBe(testMarket.tape.row(bad)?.open ?? '')
  const end = clock.now() + 25 * 60_000
  await until(() => clock.now() > end)
  expect(candleAt(bad)).not.toHaveProperty('bar')
  const requests = binance.requests.filter((request) => request.includes(`startTime=${bad}&`))
  expect(requests).toHaveLength(3)
  expect(market.stats().failures).toBe(0)
})

test('a follower shows the bars that the owner of the feed stores', async () => {
  const [a, b] = await connectedBuses(2)
  if (!a || !b) throw new Error('two buses expected')
  setUpMarket({ now: JUST_BEFORE, cluster: { jobLock: testJobLock(true), bus: a.bus } })
  const second = testMarket.createSecond({ jobLock: testJobLock(false), bus: b.bus })
  await testMarket.start()
  await eventuallyDone(second.start(), testMarket.step)
  const equal = () => Bun.deepEquals(second.candles(3000), testMarket.market.candles(3000))
  await until(() => candleAt(HOUR_NOW)?.bar !== undefined, 100)
  await until(equal, 100)
  replace(HOUR_NOW, { volume: '121' })
  await until(() => candleAt(HOUR_NOW)?.bar?.volume === '121')
  await until(equal, 100)
  expect(second.candles(2)[1]?.bar?.volume).toBe('121')
  await second.stop()
})
