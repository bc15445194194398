import { expect, test } from 'bun:test'
import { simulatedMarket } from '#api/market/simulated.ts'
import { s60FromOpens } from '#shared/rules/offer.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import { createPastMarket } from './past-market.ts'

const END = Date.parse('2026-11-21T00:00:00Z')
const candles = simulatedMarket(3)
  .candles(END - 100 * DAY_MS, END)
  // A gap of two days.
  .filter(({ otime }) => otime < END - 30 * DAY_MS || otime >= END - 28 * DAY_MS)
const past = createPastMarket({
  times: Float64Array.from(candles, ({ otime }) => otime),
  opens: Float64Array.from(candles, ({ open }) => Number(open)),
})

test.each([0.5, 1, 20, 59, 61, 75, 99])('%d days in, the volatility is that of offers', (days) => {
  const instant = END - 100 * DAY_MS + days * DAY_MS + HOUR_MS / 2
  const known = candles.filter(({ otime }) => otime <= instant)
  const opens = known.map(({ open }) => Number(open)).reverse()
  expect(past.s60At(instant)).toBeCloseTo(s60FromOpens(opens), 12)
  expect(past.openAt(instant)).toBe(opens[0] ?? null)
})

test('before the first candle it is that of an offer without history', () => {
  expect(past.s60At(0)).toBe(0.03)
  expect(past.openAt(0)).toBeNull()
  expect(
    createPastMarket({ times: new Float64Array(), opens: new Float64Array() }).s60At(END),
  ).toBe(0.03)
})
