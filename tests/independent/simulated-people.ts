import { uniform } from '#api/market/seeded-random.ts'
import { simulatedMarket } from '#api/market/simulated.ts'
import { chooseWithEdge, type Edge } from '#build/backtest/edges.ts'
import { MOMENTS, type Moment, type PastRound, pastRounds } from '#build/backtest/past-rounds.ts'
import type { Direction } from '#shared/rules/band.ts'
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

export interface SimulatedVote {
  choice: Direction
  hit: number
  miss: number
  moment: Moment
  points: number
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
  return voteOf(person, index, round, (random) => chooseWithEdge(random, round.outcome, edge))
}
