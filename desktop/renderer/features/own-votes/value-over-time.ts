import type { CandleList } from '#shared/contract/candles.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { openVoteOf, openVoteValue } from '#shared/rules/open-vote.ts'

/** A point of a small line: epoch milliseconds and a value. */
export interface Point {
  x: number
  y: number
}

export interface ValueOverTimeInput {
  vote: Omit<OwnVote, 'id' | 'result' | 'points' | 'settledAt'>
  refPrice: string
  s60: number
  /** Newest first. */
  candles: CandleList
}

/** The worth of a vote at its entry and at each hourly open since; empty when unpriced. */
export function valueOverTime({ vote, refPrice, s60, candles }: ValueOverTimeInput): Point[] {
  const openVote = openVoteOf(vote)
  const targetDate = Date.parse(vote.targetTime)
  const enteredAt = Date.parse(vote.enteredAt ?? vote.created)
  const entry = vote.entryPrice === null ? [] : [{ otime: enteredAt, oprice: vote.entryPrice }]
  const since = candles.filter(({ otime }) => otime > enteredAt && otime <= targetDate)
  return [...entry, ...since.toReversed()].flatMap(({ otime, oprice }) => {
    const value = openVoteValue(openVote, {
      priceNow: oprice,
      refPrice,
      s60,
      now: otime,
      targetDate,
    })
    return value === null ? [] : [{ x: otime, y: value }]
  })
}

/** Range of the values shown in a small line. */
export interface Frame {
  x: [number, number]
  y: [number, number]
}

/** Position of a point in its frame, in percent from the left and from the top. */
export function positionIn({ x, y }: Frame, point: Point): Point {
  const share = (value: number, [low, high]: [number, number]) =>
    high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5
  return { x: 100 * share(point.x, x), y: 100 * (1 - share(point.y, y)) }
}

/** The `points` attribute of a polyline in a view box of 100 × 100. */
export function polyline(frame: Frame, points: readonly Point[]): string {
  return points
    .map((point) => positionIn(frame, point))
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ')
}

/** The range of values and of `more`, which is shown even where no point is. */
export function rangeOf(points: readonly Point[], ...more: number[]): [number, number] {
  const values = [...points.map(({ y }) => y), ...more]
  return [Math.min(...values), Math.max(...values)]
}
