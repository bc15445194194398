import { DIRECTIONS, type Direction } from './band.ts'
import { chancesAt, type Offer, offerAt, returnSpread } from './offer.ts'
import { SKILL_MIN_CALLS } from './track-record.ts'

/**
 * The skill test of a track record: `z = P / √V`, and a rotation of the own directions against the own
 * rounds. Source and figures: docs/decisions/skill-test.md. Instants are epoch milliseconds.
 */

/** A priced vote with a direction in a round with a reference price. */
export interface TestedCall {
  choice: Direction
  offer: Offer
  /** Version of the rule that priced the offer. */
  version: number
  /** When the direction was accepted. */
  acceptedAt: number
  /** Logarithm of the price at that moment over the reference price. */
  move: number
  /** Logarithm of the reference price. */
  logRef: number
  targetDate: number
  /** Volatility of that moment per square root of a day. */
  s60: number
  outcome: Direction
}

/** Inputs of the covariance, of the earlier and of the later call. */
export type EarlierCall = Pick<TestedCall, 'choice' | 'offer' | 'targetDate' | 'logRef'>
export type LaterCall = Omit<TestedCall, 'outcome'>

/** Sums of a record, as the test needs them. */
export interface TestedRecord {
  calls: number
  points: number
  /** Variance of the points without skill. */
  variance: number
  /** The p-value of the rotation; null while it is not computed, and for |z| below 2. */
  rotation: number | null
}

/** Result of the skill test, from too few calls to a total that luck alone hardly explains. */
export type SkillLevel = 'early' | 'luck' | 'above' | 'below' | 'unlikely-above' | 'unlikely-below'

/** From this |z| on a record is compared with its rotations. */
export const UNLIKELY_Z = 2
/** One-sided p-value of a normal deviate of 2, rounded up to the next tenth of a percent. */
export const ROTATION_MAX_P = 0.023

/** Cells of equal probability in which a return is integrated. */
const CELLS = 128

/**
 * Quantile of Student's t with 4 degrees of freedom (W. T. Shaw, Sampling Student's T distribution, Journal of
 * Computational Finance 9, 2006): closed form.
 */
function quantileOfT4(u: number): number {
  const root = Math.sqrt(4 * u * (1 - u))
  return 2 * Math.sign(u - 0.5) * Math.sqrt(Math.cos(Math.acos(root) / 3) / root - 1)
}

/** Returns at the middle of the cells, in standard deviations: the variance of t with 4 degrees is 2. */
const CELL_RETURNS = Array.from(
  { length: CELLS },
  (_, cell) => quantileOfT4((cell + 0.5) / CELLS) / Math.SQRT2,
)

/** Variance of an offer's points at its own chance: `b(1 − b)(HIT − MISS)²`, which is `−HIT · MISS`. */
export const offerVariance = ({ hit, miss }: Offer): number => -hit * miss || 0

/** Part of the cell that is between two quantiles, both in cells. */
const overlap = (cell: number, from: number, to: number) =>
  Math.max(0, Math.min(cell + 1, to) - Math.max(cell, from))

/**
 * Covariance of the points of two calls of one person without skill; 0 unless the second was accepted before the
 * target of the first. At that acceptance, the sum over the return until the earlier target of the first
 * call's result times the present chance of the second.
 */
export function callCovariance(first: EarlierCall, second: LaterCall): number {
  const { s60, acceptedAt: now, version, choice } = second
  if (first.targetDate <= now || first.targetDate >= second.targetDate) return 0
  const until = returnSpread({ s60, now, targetDate: first.targetDate }, version)
  const span = { s60, now: first.targetDate, targetDate: second.targetDate }
  const after = returnSpread(span, version)
  const { up, down } = chancesAt(second.move + second.logRef - first.logRef, until)
  const [from, to] = CELLS_OF[first.choice](down * CELLS, (1 - up) * CELLS)
  let both = 0
  let sum = 0
  for (let cell = 0; cell < CELLS; cell++) {
    const deviation = CELL_RETURNS[cell] ?? 0
    const chance = chancesAt(second.move + deviation * until, after)[choice]
    both += overlap(cell, from, to) * chance
    sum += chance
  }
  const covariance = both / CELLS - ((to - from) * sum) / CELLS ** 2
  const width = ({ hit, miss }: Offer) => hit - miss
  return width(first.offer) * width(second.offer) * covariance
}

/** The cells in which a direction comes out, between the edges of the band in cells. */
const CELLS_OF: Record<Direction, (down: number, up: number) => [number, number]> = {
  down: (down) => [0, down],
  steady: (down, up) => [down, up],
  up: (_, up) => [up, CELLS],
}

/** Points of each direction in the round of a call, priced at the moment of the call. */
function pricedDirections(call: TestedCall): number[] {
  const { s60, acceptedAt: now, targetDate, version, move, outcome } = call
  const chances = chancesAt(move, returnSpread({ s60, now, targetDate }, version))
  return DIRECTIONS.map((direction) => {
    const { hit, miss } = offerAt(chances[direction], version)
    return direction === outcome ? hit : miss
  })
}

/**
 * One-sided p-value of a record against its own directions in another order: turned round by every number of
 * places, forwards and backwards, each priced at the moment of the call whose place it takes. Half of the ties count
 * (mid-p, H. O. Lancaster, JASA 56, 1961), so that 12 calls can reach 2.1 %. `side` is 1 for a gain, -1 for
 * a loss; `calls` are in the order of their targets.
 */
export function rotationP(calls: readonly TestedCall[], side: 1 | -1): number {
  const n = calls.length
  if (n === 0) return 1
  const width = DIRECTIONS.length
  const points = Int32Array.from(calls.flatMap(pricedDirections), (each) => side * each)
  const chosen = Uint8Array.from(calls, ({ choice }) => DIRECTIONS.indexOf(choice))
  const turned = (start: number, step: 1 | -1) => {
    let sum = 0
    let at = start
    for (let place = 0; place < n; place++) {
      sum += points[place * width + (chosen[at] ?? 0)] ?? 0
      at = (at + step + n) % n
    }
    return sum
  }
  const own = turned(0, 1)
  let asGood = 0
  for (let start = 0; start < n; start++) {
    for (const step of [1, -1] as const) {
      const other = turned(start, step)
      if (other > own) asGood += 1
      else if (other === own) asGood += 0.5
    }
  }
  return asGood / (2 * n)
}

/** z of a record, `P / √V`; 0 without variance. */
export function skillScore({
  points,
  variance,
}: Pick<TestedRecord, 'points' | 'variance'>): number {
  return variance > 0 ? points / Math.sqrt(variance) : 0
}

/**
 * The words of a record: early below 12 calls, luck below |z| = 1; from 2 on unlikely to be luck alone if the
 * rotation agrees.
 */
export function skillLevel(record: TestedRecord): SkillLevel {
  if (record.calls < SKILL_MIN_CALLS) return 'early'
  const z = skillScore(record)
  if (Math.abs(z) < 1) return 'luck'
  const side = z > 0 ? 'above' : 'below'
  const isUnlikely =
    Math.abs(z) >= UNLIKELY_Z && record.rotation !== null && record.rotation <= ROTATION_MAX_P
  return isUnlikely ? `unlikely-${side}` : side
}
