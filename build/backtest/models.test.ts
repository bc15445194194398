import { describe, expect, test } from 'bun:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '#shared/rules/time.ts'
import { createHar, solve } from './har.ts'
import { createModels } from './models.ts'
import { MOMENTS, pastRounds } from './past-rounds.ts'
import { squaredReturns } from './realized-variance.ts'
import { brierScore, logScore, scoreModels } from './scores.ts'
import { qlikeGain, spreadChecks, weekdayShares } from './weekdays.ts'

/** A Monday 00:00 UTC. */
const START = Date.parse('2024-01-01T00:00:00Z')

/** Hourly opens that alternate by a step, of which weekends have a part. */
const opens = (days: number, step = 0.004, weekend = 1) => {
  let log = Math.log(60_000)
  return Array.from({ length: days * 24 }, (_, hour) => {
    const otime = START + hour * HOUR_MS
    const isWeekend = [0, 6].includes(new Date(otime - MINUTE_MS).getUTCDay())
    log += (hour % 2 === 0 ? 1 : -1) * step * (isWeekend ? weekend : 1)
    return { otime, open: Math.exp(log).toFixed(8) }
  })
}

describe('realized variance', () => {
  test('sums squared returns, and weighs them by half-life', () => {
    const returns = squaredReturns(opens(60))
    const [from, to] = [returns.placeAt(START + DAY_MS), returns.placeAt(START + 3 * DAY_MS)]
    expect(returns.sum(from, to)).toBeCloseTo(48 * 0.004 ** 2, 8)
    expect(returns.weighted(7).at(-1)).toBeCloseTo(24 * 0.004 ** 2, 6)
  })

  test('uses the newest hour before a gap', () => {
    const returns = squaredReturns(opens(3).filter(({ otime }) => otime !== START + DAY_MS))
    expect(returns.placeAt(START + DAY_MS + MINUTE_MS)).toBe(23)
    expect(returns.placeAt(START - HOUR_MS)).toBe(-1)
  })
})

test('normal equations are solved', () => {
  const [x = 0, y = 0] = solve([
    [2, 1, 5],
    [1, 3, 10],
  ])
  expect(x).toBeCloseTo(1, 12)
  expect(y).toBeCloseTo(3, 12)
})

test('HAR needs its days, and follows a change of volatility from what is known alone', () => {
  const quiet = opens(300, 0.002)
  const jump = quiet.map((each, hour) =>
    hour < 290 * 24 ? each : { ...each, open: (hour % 2 === 0 ? 60_000 : 63_000).toFixed(2) },
  )
  const forecastAt = (rows: typeof quiet, day: number) =>
    createHar(squaredReturns(rows), START + 31 * DAY_MS, WEEK_MS).forecast(START + day * DAY_MS)
  expect(forecastAt(quiet, 100)).toBeNull()
  expect(forecastAt(jump, 289)).toBe(forecastAt(quiet, 289) ?? Number.NaN)
})

test('scores are those of the chance that came out', () => {
  const present = { up: 0.2, steady: 0.5, down: 0.3 }
  expect(logScore(present, 'steady')).toBeCloseTo(Math.log(2), 12)
  expect(brierScore(present, 'up')).toBeCloseTo(0.64 + 0.25 + 0.09, 12)
})

describe('models', () => {
  const rows = opens(400)
  const rounds = pastRounds(rows)
  const models = createModels(rows, rounds)

  test('have chances of every scored round at every moment', () => {
    expect(models.map(({ name }) => name)).toContain('HAR')
    for (const { forecasts } of models) {
      expect(forecasts).toHaveLength(rounds.length - 86)
      for (const forecast of forecasts) {
        for (const moment of MOMENTS) {
          const { up, steady, down } = forecast[moment]
          expect(up + steady + down).toBeCloseTo(1, 9)
        }
      }
    }
  })

  test('are compared with version 3', () => {
    const [own, ...others] = scoreModels(models, rounds, MOMENTS)
    expect(own).toMatchObject({ name: 'version 3', logGain: { mean: 0 }, brierGain: { mean: 0 } })
    // Every round of this market ends steady, as the shares of these rounds say.
    const constant = others.find(({ name }) => name.includes('in sample'))
    expect(constant?.log).toBeCloseTo(0, 12)
    expect(constant?.logGain.mean).toBeCloseTo(own?.log ?? Number.NaN, 12)
  })
})

describe('weekdays', () => {
  const rows = opens(200, 0.004, 0.5)

  test('have their shares of the variance', () => {
    const [monday, saturday] = [weekdayShares(rows)[0], weekdayShares(rows)[5]]
    expect(monday?.share).toBeCloseTo(7 / 5.5, 1)
    expect(saturday?.share).toBeCloseTo(7 / 4 / 5.5, 1)
  })

  test('make weighted days the better forecast of a market that rests on weekends', () => {
    const rounds = pastRounds(rows)
    expect(spreadChecks(rounds).map(({ opened, rounds: count }) => [opened, count > 10])).toEqual([
      ['Monday', true],
      ['Thursday', true],
    ])
    expect(qlikeGain(rows, rounds).mean).toBeGreaterThan(0)
  })
})
