import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { offerAt } from '#shared/rules/offer.ts'
import { OFFER_BIN_COUNT, offerBin, offerBinBounds } from '#shared/rules/offer-bins.ts'
import { impliedChance, settledPoints } from '#shared/rules/offer-value.ts'
import { MOMENTS, type Moment, type PastRound, type View } from './past-rounds.ts'
import { type Estimate, estimate } from './statistics.ts'

/** Versions of the offer rule that are compared. */
export const VERSIONS = [1, 2] as const

const byChance = ({ chances }: View) => DIRECTIONS.toSorted((a, b) => chances[b] - chances[a])

/** Strategies that need no skill: a direction for what a voter sees. */
export const STRATEGIES: Record<string, (view: View) => Direction> = {
  'always up': () => 'up',
  'always steady': () => 'steady',
  'always down': () => 'down',
  'current band': ({ band }) => band,
  favorite: (view) => byChance(view)[0] ?? 'steady',
  'longest shot': (view) => byChance(view).at(-1) ?? 'steady',
}

/** Points of a strategy per vote, by version of the rule. */
export interface Earning {
  strategy: string
  moment: Moment
  byVersion: Estimate[]
}

export function earnings(rounds: readonly PastRound[]): Earning[] {
  const pointsOf = (choose: (view: View) => Direction, moment: Moment, version: number) =>
    estimate(
      rounds.map(({ views, outcome }) => {
        const view = views[moment]
        const choice = choose(view)
        const offer = offerAt(view.chances[choice], version)
        return [settledPoints({ choice, offer, carried: 0 }, outcome)]
      }),
    )
  return Object.entries(STRATEGIES).flatMap(([strategy, choose]) =>
    MOMENTS.map((moment) => ({
      strategy,
      moment,
      byVersion: VERSIONS.map((version) => pointsOf(choose, moment, version)),
    })),
  )
}

/** Offers whose implied chance is in `[from, to)`: its mean against how often the direction came out. */
export interface Bin {
  from: number
  to: number
  implied: number
  observed: Estimate
}

/** Calibration of one version over all directions and moments; empty bins are left out. */
export function calibration(rounds: readonly PastRound[], version: number): Bin[] {
  const samples = rounds.map(({ views, outcome }) =>
    MOMENTS.flatMap((moment) =>
      DIRECTIONS.map((direction) => {
        const offer = offerAt(views[moment].chances[direction], version)
        return {
          bin: offerBin(offer),
          implied: impliedChance(offer) ?? 0,
          hit: direction === outcome ? 1 : 0,
        }
      }),
    ),
  )
  return Array.from({ length: OFFER_BIN_COUNT }, (_, index) => index).flatMap((index) => {
    const inBin = samples.map((round) => round.filter(({ bin }) => bin === index))
    const all = inBin.flat()
    if (all.length === 0) return []
    const [from, to] = offerBinBounds(index)
    const implied = all.reduce((sum, sample) => sum + sample.implied, 0) / all.length
    const observed = estimate(inBin.map((round) => round.map(({ hit }) => hit)))
    return [{ from, to, implied, observed }]
  })
}
