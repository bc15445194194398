import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import type { Chances } from '#shared/rules/offer.ts'
import { BURN_IN_ROUNDS, type Model } from './models.ts'
import type { Moment, PastRound } from './past-rounds.ts'
import { type Estimate, estimate } from './statistics.ts'

/** Minus the log of the chance of the outcome: less is better. */
export const logScore = (present: Chances, outcome: Direction): number =>
  -Math.log(Math.max(present[outcome], 1e-9))

/** Sum of squared errors over the three outcomes (Brier 1950): less is better. */
export const brierScore = (present: Chances, outcome: Direction): number =>
  DIRECTIONS.reduce((sum, each) => sum + (present[each] - (each === outcome ? 1 : 0)) ** 2, 0)

/** Mean scores of a model, and how much better than the first model they are. */
export interface ModelScore {
  name: string
  log: number
  logGain: Estimate
  brier: number
  brierGain: Estimate
}

/** Scores over all rounds after the first ones and over `moments`, against the first model. */
export function scoreModels(
  models: readonly Model[],
  rounds: readonly PastRound[],
  moments: readonly Moment[],
): ModelScore[] {
  const scored = rounds.slice(BURN_IN_ROUNDS)
  const scoresOf = (model: Model, score: typeof logScore): number[][] =>
    scored.map(({ outcome }, at) => {
      const forecasts = model.forecasts[at]
      if (!forecasts) throw new Error(`${model.name} has a forecast less than rounds`)
      return moments.map((moment) => score(forecasts[moment], outcome))
    })
  const compare = (model: Model, score: typeof logScore) => {
    const own = scoresOf(model, score)
    const first = models[0] ? scoresOf(models[0], score) : own
    const gains = own.map((round, at) =>
      round.map((value, moment) => (first[at]?.[moment] ?? Number.NaN) - value),
    )
    return { mean: estimate(own).mean, gain: estimate(gains) }
  }
  return models.map((model) => {
    const [log, brier] = [compare(model, logScore), compare(model, brierScore)]
    const { name } = model
    return { name, log: log.mean, logGain: log.gain, brier: brier.mean, brierGain: brier.gain }
  })
}
