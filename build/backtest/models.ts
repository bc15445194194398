import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { type Chances, chances, chancesAt, weightedDays } from '#shared/rules/offer.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { createHar } from './har.ts'
import { type HourlyOpen, MOMENTS, type Moment, type PastRound, type View } from './past-rounds.ts'
import { type SquaredReturns, squaredReturns } from './realized-variance.ts'

/** Rounds before the first that is scored, for parameters: ten months. */
export const BURN_IN_ROUNDS = 86
const HALF_LIVES = [3, 5, 7, 10, 14, 20, 30] as const
/** Factors of the variance among which a model takes the one with the best log score so far. */
const SCALES = Array.from({ length: 31 }, (_, step) => 0.5 + step * 0.05)

/** Chances of each scored round at each moment, in the order of the rounds. */
export interface Model {
  name: string
  forecasts: Record<Moment, Chances>[]
}

const perMoment = (at: (moment: Moment) => Chances): Record<Moment, Chances> => ({
  open: at('open'),
  middle: at('middle'),
  'last hour': at('last hour'),
  'last minute': at('last minute'),
})

/** The models that the rule is compared with. Each uses at a moment only what was known then. */
export function createModels(opens: readonly HourlyOpen[], rounds: readonly PastRound[]): Model[] {
  const returns = squaredReturns(opens)
  const scored = rounds.slice(BURN_IN_ROUNDS)
  const rule = (name: string, version: number): Model => ({
    name,
    forecasts: scored.map(({ views }) => {
      return perMoment((moment) => chances(views[moment].input, version))
    }),
  })
  return [
    rule('version 3', 3),
    rule('versions 1 and 2 (plain days)', 2),
    {
      name: 'constant, shares of these rounds (in sample)',
      forecasts: scored.map(() => perMoment(() => sharesOf(scored))),
    },
    {
      name: 'constant, shares of the rounds before',
      forecasts: scored.map(({ views }) =>
        perMoment((moment) => sharesOf(settledBefore(rounds, views[moment].input.now), 1)),
      ),
    },
    ...HALF_LIVES.map((halfLife) => {
      const variances = returns.weighted(halfLife)
      const varianceAt = ({ place }: View) => variances[place] ?? null
      return scaled(`EWMA, half-life ${halfLife} days`, rounds, varianceAt)
    }),
    scaled('HAR', rounds, harVariance(returns, rounds)),
  ]
}

const settledBefore = (rounds: readonly PastRound[], now: number) =>
  rounds.filter(({ views }) => views.open.input.targetDate <= now)

/** Shares of the outcomes, each with `extra` rounds more. */
function sharesOf(rounds: readonly PastRound[], extra = 0): Chances {
  const shareOf = (direction: Direction) => {
    const count = rounds.filter(({ outcome }) => outcome === direction).length
    return (count + extra) / (rounds.length + DIRECTIONS.length * extra)
  }
  return { up: shareOf('up'), steady: shareOf('steady'), down: shareOf('down') }
}

/** HAR forecasts, one regression for each time left. */
function harVariance(returns: SquaredReturns, rounds: readonly PastRound[]) {
  const start = returns.timeAt(0) + 31 * DAY_MS
  const firstDay = Math.ceil(start / DAY_MS) * DAY_MS
  const byHorizon = new Map<number, ReturnType<typeof createHar>>()
  const forecasts = new Map<View, number | null>()
  // In the order of time: a regression only learns forward.
  for (const { views } of rounds) {
    for (const moment of MOMENTS) {
      const view = views[moment]
      const horizon = view.input.targetDate - returns.timeAt(view.place)
      const har = byHorizon.get(horizon) ?? createHar(returns, firstDay, horizon)
      byHorizon.set(horizon, har)
      forecasts.set(view, har.forecast(returns.timeAt(view.place)))
    }
  }
  return (view: View) => forecasts.get(view) ?? null
}

/**
 * A model of variance per weighted day with the rule's shape. Its one parameter, a factor of the variance, is
 * the best over all rounds that were settled at the moment.
 */
function scaled(
  name: string,
  rounds: readonly PastRound[],
  varianceAt: (view: View) => number | null,
): Model {
  const forecast = (view: View, scale: number): Chances | null => {
    const variance = varianceAt(view)
    if (variance === null) return null
    const { priceNow, refPrice, now, targetDate } = view.input
    const x = Math.log(Number(priceNow) / Number(refPrice))
    return chancesAt(x, Math.sqrt(scale * variance * weightedDays(now, targetDate)))
  }
  const scores = rounds.map(({ views, outcome }) =>
    SCALES.map((scale) =>
      MOMENTS.reduce((sum, moment) => {
        const present = forecast(views[moment], scale)
        return present ? sum + Math.log(Math.max(present[outcome], 1e-9)) : sum
      }, 0),
    ),
  )
  const scaleAt = (now: number): number => {
    const known = scores.slice(0, settledBefore(rounds, now).length)
    const sums = SCALES.map((_, at) => known.reduce((sum, each) => sum + (each[at] ?? 0), 0))
    return SCALES[sums.indexOf(Math.max(...sums))] ?? 1
  }
  return {
    name,
    forecasts: rounds.slice(BURN_IN_ROUNDS).map(({ views }) =>
      perMoment((moment) => {
        const view = views[moment]
        const present = forecast(view, scaleAt(view.input.now))
        if (!present) throw new Error(`${name} has no forecast after the first rounds`)
        return present
      }),
    ),
  }
}
