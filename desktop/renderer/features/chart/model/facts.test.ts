import { expect, test } from 'bun:test'
import { CANDLES_MAX } from '#shared/contract/candles.ts'
import { HOUR_MS } from '#shared/rules/schedule.ts'
import { dailyOpens, factsOf } from './facts.ts'

const series = ['9.5', '10.01', '8', '9'].map((oprice, at) => ({
  otime: (3 - at) * HOUR_MS,
  oprice,
}))

test('the first, last, lowest and highest price', () => {
  expect(factsOf([])).toBeNull()
  const facts = factsOf(series)
  expect(facts?.count).toBe(4)
  expect(facts?.first.oprice).toBe('9')
  expect(facts?.last.oprice).toBe('9.5')
  expect(facts?.low.oprice).toBe('8')
  expect(facts?.high.oprice).toBe('10.01')
})

test('a full series has 125 daily opens at most, newest first', () => {
  const start = Date.UTC(2026, 6, 19, 7)
  const full = Array.from({ length: CANDLES_MAX }, (_, at) => ({
    otime: start - at * HOUR_MS,
    oprice: '1',
  }))
  const opens = dailyOpens(full)
  expect(opens).toHaveLength(125)
  expect(opens[0]?.otime).toBe(Date.UTC(2026, 6, 19))
  expect(opens.every(({ otime }) => new Date(otime).getUTCHours() === 0)).toBe(true)
})
