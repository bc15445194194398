import { uniform } from '#api/market/seeded-random.ts'
import { simulatedMarket } from '#api/market/simulated.ts'
import { MOMENTS, type Moment, type PastRound, pastRounds } from '#build/backtest/past-rounds.ts'
import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { offerAt } from '#shared/rules/offer.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'

/** Two years of rounds, after 60 days for the volatility. */
const SPAN_MS = (2 * 365 + 60 + 8) * DAY_MS

export interface SimulatedMarket {
  candles: { otime: number; open: string }[]
  /** Settled rounds, oldest first. */
  rounds: PastRound[]
}

/** A market of two years until `now` (epoch ms). */
export function createMarket(seed: number, now: number): SimulatedMarket {
  const last = Math.floor(now / HOUR_MS) * HOUR_MS
  const candles = simulatedMarket(seed).candles(last - SPAN_MS, last + 1)
  return { candles, rounds: pastRounds(candles) }
}

/**
 * How much likelier somebody with an edge is to choose the outcome than another direction, which
 * multiplies the odds of every call: 1.5 turns 50 of 100 right calls into 60, 7/3 into 70.
 */
export const EDGES = { none: 1, sixty: 1.5, seventy: 7 / 3 } as const
export type Edge = keyof typeof EDGES

export interface SimulatedVote {
  choice: Direction
  hit: number
  miss: number
  moment: Moment
  points: number
}

/** A choice without strategy; `edge` is the weight of the outcome against 1 of the other directions. */
function choose(random: number, outcome: Direction, edge: number): Direction {
  const others = DIRECTIONS.filter((direction) => direction !== outcome)
  const place = random * (edge + others.length)
  return place < edge ? outcome : (others[Math.floor(place - edge)] ?? outcome)
}

/** The call of somebody in a round, at an offer of a random moment. Deterministic by its integers. */
export function voteOf(
  person: number,
  index: number,
  { views, outcome }: PastRound,
  choiceOf: (random: number, moment: Moment) => Direction,
): SimulatedVote {
  const random = (salt: number) => uniform(person, index, salt)
  const moment = MOMENTS[Math.floor(random(1) * MOMENTS.length)] ?? 'open'
  const choice = choiceOf(random(2), moment)
  const offer = offerAt(views[moment].chances[choice])
  return { ...offer, choice, moment, points: choice === outcome ? offer.hit : offer.miss }
}

/** Calls by chance, or with an edge. */
export function edgeVote(
  person: number,
  index: number,
  round: PastRound,
  edge: Edge,
): SimulatedVote {
  return voteOf(person, index, round, (random) => choose(random, round.outcome, EDGES[edge]))
}
