import { describe, expect, test } from 'bun:test'
import { simulatedMarket } from '#api/market/simulated.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { pastRounds } from './past-rounds.ts'
import { skillShares } from './skill-shares.ts'

const END = Date.parse('2026-11-21T00:00:00Z')

describe('the skill test in simulated markets', () => {
  const markets = Array.from({ length: 12 }, (_, seed) =>
    pastRounds(simulatedMarket(seed + 1).candles(END - 798 * DAY_MS, END + 1)),
  )
  const shares = skillShares(markets, {
    ...{ people: 50, lengths: [100], every: 104, edges: ['none', 'sixty'], moments: ['open'] },
  })
  const shareOf = (who: string) => shares.find((share) => share.who === who)

  test('people who choose by chance reach two deviations in 3 to 6 of 100 records', () => {
    const { beyond = 0, records = 0, above = 0, below = 0 } = shareOf('by chance, open') ?? {}
    expect(records).toBe(1_200)
    expect(beyond / records).toBeWithin(0.03, 0.06)
    expect((above + below) / records).toBeLessThan(0.05)
  })

  test('an edge of 60 % is told to 30 of 100 people after 100 calls, which the former test missed', () => {
    const {
      above = 0,
      formerly = 0,
      records = 0,
    } = shareOf('right in 60 of 100 even calls, open') ?? {}
    expect(above / records).toBeGreaterThan(0.3)
    expect(formerly / records).toBeLessThan(0.3)
  })

  test('whoever always calls the same direction is never told of skill', () => {
    const fixed = shares.filter(({ who }) => who.startsWith('always'))
    expect(fixed).toHaveLength(9)
    expect(fixed.map(({ above, below }) => above + below)).toEqual(fixed.map(() => 0))
  })
})
