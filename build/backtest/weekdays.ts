import { returnSpread } from '#shared/rules/offer.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { HourlyOpen, PastRound, View } from './past-rounds.ts'
import { type SquaredReturns, squaredReturns } from './realized-variance.ts'
import { type Estimate, estimate } from './statistics.ts'

/** Variance of a UTC weekday in days: the weekdays of a week add up to 7. */
export interface WeekdayShare {
  /** 0 is Monday. */
  weekday: number
  share: number
}

const isMonday = (instant: number) => new Date(instant).getUTCDay() === 1

/** Each weekday's share of the squared hourly returns, over whole weeks from the first Monday on. */
export function weekdayShares(opens: readonly HourlyOpen[]): WeekdayShare[] {
  const returns = squaredReturns(opens)
  const sums = new Array<number>(7).fill(0)
  const last = opens.at(-1)?.otime ?? 0
  let day = Math.ceil((opens[0]?.otime ?? 0) / DAY_MS) * DAY_MS
  while (!isMonday(day)) day += DAY_MS
  for (; day + 7 * DAY_MS <= last; day += 7 * DAY_MS) {
    for (const weekday of sums.keys()) {
      const start = day + weekday * DAY_MS
      const square = returns.sum(returns.placeAt(start), returns.placeAt(start + DAY_MS))
      sums[weekday] = (sums[weekday] ?? 0) + square
    }
  }
  const total = sums.reduce((sum, each) => sum + each, 0)
  return sums.map((sum, weekday) => ({ weekday, share: (7 * sum) / total }))
}

/** How the prices of the last hour moved until the target, against the spread that a version implies. */
export interface SpreadCheck {
  opened: 'Monday' | 'Thursday'
  rounds: number
  /** Root of the mean squared ratio of return and spread under plain and weighted days: 1 is right. */
  plain: number
  weighted: number
}

const LATE = 'last hour'

export function spreadChecks(rounds: readonly PastRound[]): SpreadCheck[] {
  return (['Monday', 'Thursday'] as const).map((opened) => {
    const own = rounds.filter(({ refDate }) => isMonday(refDate) === (opened === 'Monday'))
    const ratio = (version: number) => {
      const squares = own.map(({ views, settlePrice }) => {
        const { input } = views[LATE]
        const move = Math.log(Number(settlePrice) / Number(input.priceNow))
        return (move / returnSpread(input, version)) ** 2
      })
      return Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length)
    }
    return { opened, rounds: own.length, plain: ratio(2), weighted: ratio(3) }
  })
}

/**
 * Gain of weighted over plain days in the loss QLIKE, `r − ln r − 1` with `r` realized over forecast variance
 * (Patton 2011, Journal of Econometrics 160, 246–256), from the last hour to the target. Both forecasts are
 * scaled to the realized mean.
 */
export function qlikeGain(opens: readonly HourlyOpen[], rounds: readonly PastRound[]): Estimate {
  const returns = squaredReturns(opens)
  const realized = rounds.map(({ views }) => realizedAfter(returns, views[LATE]))
  const losses = (version: number) => {
    const forecasts = rounds.map(({ views }) => returnSpread(views[LATE].input, version) ** 2)
    const scale = sum(realized) / sum(forecasts)
    return forecasts.map((forecast, at) => {
      const ratio = (realized[at] ?? Number.NaN) / (scale * forecast)
      return ratio - Math.log(ratio) - 1
    })
  }
  const [plain, weighted] = [losses(2), losses(3)]
  return estimate(plain.map((loss, at) => [loss - (weighted[at] ?? Number.NaN)]))
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const realizedAfter = (returns: SquaredReturns, { place, input }: View) =>
  returns.sum(place, returns.placeAt(input.targetDate))
