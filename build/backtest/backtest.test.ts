import { describe, expect, test } from 'bun:test'
import { chances, offerAt } from '#shared/rules/offer.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '#shared/rules/time.ts'
import { MOMENTS, type PastRound, pastRounds } from './past-rounds.ts'
import { estimate, lagsFor } from './statistics.ts'
import { calibration, earnings } from './strategies.ts'

/** A Monday 00:00 UTC. */
const START = Date.parse('2024-01-01T00:00:00Z')

/** Hourly opens that move by 0.1 % up and down, with the price of `priceAt` where it is set. */
const series = (
  hours: number,
  priceAt: (otime: number) => number | null | undefined = () => null,
) =>
  Array.from({ length: hours }, (_, hour) => {
    const otime = START + hour * HOUR_MS
    const price = priceAt(otime)
    if (price === undefined) return []
    return [{ otime, open: (price ?? (hour % 2 === 0 ? 60_000 : 60_060)).toFixed(2) }]
  }).flat()

const DAYS = 90

describe('rounds of the past', () => {
  test('begin after 60 days of history and end with their settlement', () => {
    const rounds = pastRounds(series(DAYS * 24))
    expect(rounds[0]?.refDate).toBe(Date.parse('2024-03-04T00:00:00Z'))
    expect(rounds.at(-1)?.refDate).toBe(Date.parse('2024-03-21T00:00:00Z'))
    expect(rounds.every(({ outcome }) => outcome === 'steady')).toBe(true)
  })

  test('price each moment by the open of its hour', () => {
    const refDate = Date.parse('2024-03-07T00:00:00Z')
    const closesAt = refDate + 4 * DAY_MS
    const moved = series(DAYS * 24, (otime) => {
      if (otime === closesAt - HOUR_MS) return 66_000
      if (otime === closesAt) return 55_000
      return otime === refDate + WEEK_MS ? 50_000 : null
    })
    const round = pastRounds(moved).find((each) => each.refDate === refDate)
    expect(round).toMatchObject({
      outcome: 'down',
      settlePrice: '50000.00',
      views: {
        open: { band: 'steady' },
        middle: { band: 'steady', input: { now: refDate + 2 * DAY_MS } },
        'last hour': { band: 'up' },
        'last minute': { band: 'down', input: { now: closesAt - MINUTE_MS, priceNow: '55000.00' } },
      },
    })
    expect(round?.views['last hour'].chances.up).toBeGreaterThan(0.8)
  })

  test('settle with the next hour over a gap, and leave out rounds with a gap where they vote', () => {
    const refDate = Date.parse('2024-03-07T00:00:00Z')
    const later = refDate + WEEK_MS
    const gap = series(DAYS * 24, (otime) => (otime === later ? undefined : null))
    const dates = pastRounds(gap).map((round) => round.refDate)
    expect(dates).toContain(refDate)
    expect(dates).not.toContain(later)
  })
})

describe('estimates', () => {
  test('have the error of independent values when groups do not correlate', () => {
    let state = 7
    const values = Array.from({ length: 4000 }, () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    })
    const { mean, error, count } = estimate(values.map((value) => [value]))
    expect(count).toBe(4000)
    expect(mean).toBeCloseTo(0.5, 1)
    expect(error / (Math.sqrt(1 / 12) / Math.sqrt(4000))).toBeWithin(0.85, 1.15)
  })

  test('weigh autocovariances by Bartlett', () => {
    // Residuals 1, 1, −1, −1 with one lag: (4 + 2·½·(1 − 1 + 1)) / 4² = 5/16.
    expect(lagsFor(4)).toBe(1)
    expect(estimate([[1], [1], [-1], [-1]])).toEqual({
      mean: 0,
      error: Math.sqrt(5 / 16),
      count: 4,
    })
  })

  test('treat values of one round as one observation', () => {
    const alone = estimate([[1], [-1], [1], [-1]])
    const threefold = estimate([
      [1, 1, 1],
      [-1, -1, -1],
      [1, 1, 1],
      [-1, -1, -1],
    ])
    expect(threefold.error).toBeCloseTo(alone.error, 12)
    expect(threefold.count).toBe(12)
  })
})

describe('strategies', () => {
  // Four days before a Monday, two of them a weekend.
  const round = { refPrice: '60000', now: START + 3 * DAY_MS, targetDate: START + WEEK_MS }
  const input = { ...round, priceNow: '56000', s60: 0.02 }
  const seen = { input, chances: chances(input), band: 'down' as const, place: 0 }
  const views = { open: seen, middle: seen, 'last hour': seen, 'last minute': seen }
  const rounds: PastRound[] = [
    { refDate: START, refPrice: '60000', outcome: 'down', settlePrice: '56000', views },
    { refDate: START + 1, refPrice: '60000', outcome: 'steady', settlePrice: '60000', views },
  ]
  const meanOf = (strategy: string, version: 1 | 2 | 3) =>
    earnings(rounds).find((each) => each.strategy === strategy && each.moment === 'open')
      ?.byVersion[version - 1]?.mean

  test('earn what their direction pays', () => {
    for (const version of [1, 2, 3] as const) {
      const present = chances(input, version)
      const { hit, miss } = offerAt(present.down, version)
      expect(meanOf('always down', version)).toBe((hit + miss) / 2)
      expect(meanOf('favorite', version)).toBe((hit + miss) / 2)
      expect(meanOf('current band', version)).toBe((hit + miss) / 2)
      expect(meanOf('longest shot', version)).toBe(offerAt(present.up, version).miss)
    }
    expect(meanOf('always down', 3)).not.toBe(meanOf('always down', 2))
    expect(earnings(rounds)).toHaveLength(6 * MOMENTS.length)
  })

  test('are binned by the chance that the offer implies', () => {
    const low = (version: number) => calibration(rounds, version)[0]
    expect(low(1)).toMatchObject({ from: 0.05, to: 0.1, observed: { mean: 0, count: 8 } })
    expect(low(2)).toMatchObject({ from: 0, to: 0.05, observed: { mean: 0, count: 8 } })
    expect(low(2)?.implied).toBeCloseTo(chances(input, 2).up, 2)
  })
})
