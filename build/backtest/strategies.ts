import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { chances, OFFER_VERSIONS, offerAt } from '#shared/rules/offer.ts'
import { OFFER_BIN_COUNT, offerBin, offerBinBounds } from '#shared/rules/offer-bins.ts'
import { impliedChance, settledPoints } from '#shared/rules/offer-value.ts'
import { MOMENTS, type Moment, type PastRound, type View } from './past-rounds.ts'
import { type Estimate, estimate } from './statistics.ts'

type Seen = Pick<View, 'chances' | 'band'>

const byChance = ({ chances: present }: Seen) =>
  DIRECTIONS.toSorted((a, b) => present[b] - present[a])

/** Strategies that need no skill: a direction for the chances and the band that a voter sees. */
export const STRATEGIES: Record<string, (seen: Seen) => Direction> = {
  'always up': () => 'up',
  'always steady': () => 'steady',
  'always down': () => 'down',
  'current band': ({ band }) => band,
  favorite: (seen) => byChance(seen)[0] ?? 'steady',
  'longest shot': (seen) => byChance(seen).at(-1) ?? 'steady',
}

/** Points of a strategy per vote, by version of the rule. */
export interface Earning {
  strategy: string
  moment: Moment
  byVersion: Estimate[]
}

export function earnings(rounds: readonly PastRound[]): Earning[] {
  const pointsOf = (
    choose: (typeof STRATEGIES)[string],
    moment: Moment,
    version: number,
  ): Estimate =>
    estimate(
      rounds.map(({ views, outcome }) => {
        const { input, band } = views[moment]
        const present = chances(input, version)
        const choice = choose({ chances: present, band })
        const offer = offerAt(present[choice], version)
        return [settledPoints({ choice, offer, carried: 0 }, outcome)]
      }),
    )
  return Object.entries(STRATEGIES).flatMap(([strategy, choose]) =>
    MOMENTS.map((moment) => ({
      strategy,
      moment,
      byVersion: OFFER_VERSIONS.map((version) => pointsOf(choose, moment, version)),
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
    MOMENTS.flatMap((moment) => {
      const present = chances(views[moment].input, version)
      return DIRECTIONS.map((direction) => {
        const offer = offerAt(present[direction], version)
        return {
          bin: offerBin(offer),
          implied: impliedChance(offer) ?? 0,
          hit: direction === outcome ? 1 : 0,
        }
      })
    }),
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
