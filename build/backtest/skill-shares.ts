import { uniform } from '#api/market/seeded-random.ts'
import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { OFFER_VERSION, offerAt } from '#shared/rules/offer.ts'
import { impliedChance } from '#shared/rules/offer-value.ts'
import {
  callCovariance,
  offerVariance,
  rotationP,
  skillLevel,
  skillScore,
  type TestedCall,
  UNLIKELY_Z,
} from '#shared/rules/skill-test.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { wilsonInterval } from '#shared/rules/track-record.ts'
import { chooseWithEdge, type Edge } from './edges.ts'
import type { Moment, PastRound } from './past-rounds.ts'

/** Moments of the simulated calls. The last minute is as the last hour: no two calls overlap. */
const MOMENTS = ['open', 'middle', 'last hour'] as const satisfies readonly Moment[]

/** The divisor of a call in the test before: P / (130 · √n). */
const OLD_DEVIATION = 130

/** How many of the simulated records read the words. */
export interface SkillShare {
  who: string
  calls: number
  records: number
  /** |z| of the former test from 2 on, which gave the words. */
  formerly: number
  /** |z| from 2 on. */
  beyond: number
  /** "Unlikely to be luck alone", and "bad luck". */
  above: number
  below: number
  /** The share that the offers expect is inside the interval of the share of right calls. */
  covered: number
}

export interface SkillShareOptions {
  /** People for each way to choose. */
  people: number
  /** Numbers of calls after which records are read. */
  lengths: readonly number[]
  /** Rounds between the beginnings of records. */
  every: number
  edges?: readonly Edge[]
  moments?: readonly (Moment | 'any')[]
}

type Pick = [Moment, Direction]

const NAMES: Record<Edge, string> = {
  none: 'by chance',
  sixty: 'right in 60 of 100 even calls',
  seventy: 'right in 70 of 100 even calls',
}

/** The calls and covariances of a market, each computed once. */
function createCalls(rounds: readonly PastRound[]) {
  const known = new Map<string, TestedCall>()
  const covariances = new Map<string, number>()
  const call = (index: number, [moment, choice]: Pick): TestedCall | undefined => {
    const key = `${index} ${moment} ${choice}`
    const round = rounds[index]
    if (!round || known.has(key)) return known.get(key)
    const { input, chances } = round.views[moment]
    const logRef = Math.log(Number(round.refPrice))
    const made: TestedCall = {
      choice,
      offer: offerAt(chances[choice]),
      version: OFFER_VERSION,
      acceptedAt: input.now,
      move: Math.log(Number(input.priceNow)) - logRef,
      logRef,
      targetDate: round.refDate + WEEK_MS,
      s60: input.s60,
      outcome: round.outcome,
    }
    known.set(key, made)
    return made
  }
  const covariance = (index: number, first: Pick, second: Pick): number => {
    const key = `${index} ${first} ${second}`
    const [one, other] = [call(index - 1, first), call(index, second)]
    const found = covariances.get(key) ?? (one && other ? callCovariance(one, other) : 0)
    covariances.set(key, found)
    return found
  }
  return { call, covariance }
}

/** The shares over all `markets`, whose rounds are oldest first. */
export function skillShares(
  markets: readonly (readonly PastRound[])[],
  options: SkillShareOptions,
): SkillShare[] {
  const { people, lengths, every } = options
  const { edges = ['none', 'sixty', 'seventy'], moments = [...MOMENTS, 'any'] } = options
  const shares = new Map<string, SkillShare>()

  const read = (who: string, picks: readonly Pick[], market: ReturnType<typeof createCalls>) => {
    for (const calls of lengths) {
      for (let from = 0; from + calls <= picks.length; from += every) {
        const key = `${who} ${calls}`
        const empty = { records: 0, formerly: 0, beyond: 0, above: 0, below: 0, covered: 0 }
        const share = shares.get(key) ?? { who, calls, ...empty }
        shares.set(key, share)
        const own: TestedCall[] = []
        let [points, variance, ownVariance, right, implied] = [0, 0, 0, 0, 0]
        for (let index = from; index < from + calls; index++) {
          const [before, pick] = [picks[index - 1], picks[index]]
          const call = pick && market.call(index, pick)
          if (!pick || !call) continue
          own.push(call)
          const isRight = call.choice === call.outcome
          points += isRight ? call.offer.hit : call.offer.miss
          right += isRight ? 1 : 0
          implied += impliedChance(call.offer) ?? 0
          ownVariance += offerVariance(call.offer)
          variance += offerVariance(call.offer)
          if (before && index > from) variance += 2 * market.covariance(index, before, pick)
        }
        const z = skillScore({ points, variance })
        const isBeyond = Math.abs(z) >= UNLIKELY_Z
        const rotation = isBeyond ? rotationP(own, z < 0 ? -1 : 1) : null
        const level = skillLevel({ calls, points, variance, rotation })
        const { low, high } = wilsonInterval(right, calls, variance / ownVariance)
        const isCovered = low <= implied / calls && implied / calls <= high
        const former = Math.abs(points) / (OLD_DEVIATION * Math.sqrt(calls))
        share.records += 1
        if (former >= UNLIKELY_Z) share.formerly += 1
        if (isBeyond) share.beyond += 1
        if (level === 'unlikely-above') share.above += 1
        if (level === 'unlikely-below') share.below += 1
        if (isCovered) share.covered += 1
      }
    }
  }

  for (const [place, rounds] of markets.entries()) {
    const market = createCalls(rounds)
    for (const direction of DIRECTIONS) {
      for (const moment of MOMENTS) {
        const picks = rounds.map((): Pick => [moment, direction])
        read(`always ${direction}, ${moment}`, picks, market)
      }
    }
    for (const edge of edges) {
      for (const moment of moments) {
        for (let person = 0; person < people; person++) {
          const random = (index: number, salt: number) =>
            uniform(1000 * place + person, index, salt)
          const picks = rounds.map(({ outcome }, index): Pick => {
            const any = MOMENTS[Math.floor(random(index, 1) * MOMENTS.length)] ?? 'open'
            const choice = chooseWithEdge(random(index, 2), outcome, edge)
            return [moment === 'any' ? any : moment, choice]
          })
          read(`${NAMES[edge]}, ${moment}`, picks, market)
        }
      }
    }
  }
  return [...shares.values()]
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

/** Heads and rows of the table of shares. */
export function skillTable(shares: readonly SkillShare[]): [string[], string[][]] {
  const heads = [
    'who',
    'calls',
    'records',
    'former words',
    '|z| ≥ 2',
    'better',
    'worse',
    'in range',
  ]
  const rows = shares.map(
    ({ who, calls, records, formerly, beyond, above, below, covered }): string[] => [
      who,
      String(calls),
      String(records),
      ...[formerly, beyond, above, below, covered].map((part) => percent(part, records)),
    ],
  )
  return [heads, rows]
}
