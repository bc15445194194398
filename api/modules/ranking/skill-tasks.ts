import type { Direction } from '#shared/rules/band.ts'
import {
  callCovariance,
  offerVariance,
  rotationP,
  type TestedCall,
} from '#shared/rules/skill-test.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { createPastMarket, type OpenSeries, type PastMarket } from './past-market.ts'

/** A round of calls. Instants are epoch milliseconds, prices decimal strings. */
export interface TestedRound {
  targetDate: number
  refPrice: string
  /** Name of its series of candles. */
  source: string
  outcome: Direction
}

/** A priced vote with a direction. */
export interface PricedCall {
  choice: Direction
  hit: number
  miss: number
  version: number
  acceptedAt: number
  /** Null for votes from before prices were stored. */
  entryPrice: string | null
}

/** A settled vote of a round, with the person's call of the round before. */
export interface SettledVote {
  /** Null for a vote that is no call. */
  call: PricedCall | null
  carried: number
  earlier: Pick<PricedCall, 'choice' | 'hit' | 'miss'> | null
}

export type SkillTask =
  | {
      kind: 'variance'
      series: OpenSeries
      round: TestedRound
      /** The round before, whose target is in the time of this one. */
      before: Pick<TestedRound, 'targetDate' | 'refPrice'> | null
      votes: readonly SettledVote[]
    }
  | {
      kind: 'rotation'
      series: ReadonlyMap<string, OpenSeries>
      people: readonly {
        side: 1 | -1
        calls: readonly { round: TestedRound; call: PricedCall }[]
      }[]
    }

function toTestedCall(call: PricedCall, round: TestedRound, past: PastMarket): TestedCall {
  const { choice, hit, miss, version, acceptedAt, entryPrice } = call
  const { targetDate, refPrice, outcome } = round
  const price = entryPrice === null ? past.openAt(acceptedAt) : Number(entryPrice)
  const logRef = Math.log(Number(refPrice))
  return {
    choice,
    offer: { hit, miss },
    version,
    // A wrong clock of one vote must not stop the test of everybody.
    acceptedAt: Math.min(acceptedAt, targetDate - MINUTE_MS),
    move: price === null ? 0 : Math.log(price) - logRef,
    logRef,
    targetDate,
    s60: past.s60At(acceptedAt),
    outcome,
  }
}

const NO_SERIES: OpenSeries = { times: new Float64Array(), opens: new Float64Array() }

/**
 * Computes each vote's share in the variance of its person's points, or the p-value of each person's rotation.
 * Carried points have no expectation, so that their square is an unbiased estimate of their variance.
 */
export function runSkillTask(task: SkillTask): number[] {
  if (task.kind === 'rotation') {
    const pasts = new Map(
      [...task.series].map(([source, series]) => [source, createPastMarket(series)]),
    )
    const none = createPastMarket(NO_SERIES)
    return task.people.map(({ side, calls }) =>
      rotationP(
        calls.map(({ round, call }) => toTestedCall(call, round, pasts.get(round.source) ?? none)),
        side,
      ),
    )
  }
  const { round, before, votes } = task
  const past = createPastMarket(task.series)
  return votes.map(({ call, carried, earlier }) => {
    if (call === null) return carried ** 2
    const own = carried ** 2 + offerVariance(call)
    if (!before || !earlier) return own
    const first = {
      choice: earlier.choice,
      offer: { hit: earlier.hit, miss: earlier.miss },
      targetDate: before.targetDate,
      logRef: Math.log(Number(before.refPrice)),
    }
    return own + 2 * callCovariance(first, toTestedCall(call, round, past))
  })
}
