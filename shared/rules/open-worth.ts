import { isPriced, type PricedVote } from './offer-value.ts'
import { openVoteOf, openVoteValue } from './open-vote.ts'
import { dayStart } from './time.ts'

/** The market at a 00:00 UTC. */
export interface DayMark {
  /** Epoch milliseconds. */
  time: number
  /** The open of the candle of that hour, a decimal string. */
  price: string
  /** The volatility of the opens up to it. */
  s60: number
}

/** Direction and offer of a stored vote. */
interface StoredOffer extends Omit<PricedVote, 'choice'> {
  voteChoice: PricedVote['choice']
}

/** An own vote as the contract has it. */
export interface StoredVote extends StoredOffer {
  /** Target of its round, ISO 8601, UTC. */
  targetTime: string
  /** Reference price of its round; null or absent while unknown. */
  refPrice?: string | null
  /** ISO 8601, UTC. */
  created: string
  /** The vote as it was at 00:00 UTC, if its direction was changed in the hour after. */
  atMidnight?: StoredOffer & { midnight: string }
}

/** Price and volatility of one instant (epoch milliseconds). */
export interface MarketMoment {
  price: string
  s60: number
  now: number
}

export interface OpenWorth {
  /** Points that the open votes are worth together. */
  points: number
  /** Change since the mark, in points; a vote cast since counts from 0. Null without a mark of the day. */
  change: number | null
}

/** Worth of a direction at one instant: carried points alone when it earns none. */
function worthAt(offer: StoredOffer, vote: StoredVote, { price, s60, now }: MarketMoment): number {
  const { refPrice, targetTime } = vote
  if (!refPrice) return offer.carried
  const market = { priceNow: price, refPrice, s60, now, targetDate: Date.parse(targetTime) }
  return openVoteValue(openVoteOf(offer), market) ?? offer.carried
}

/** Worth of a vote at the mark, under the direction that it had then. */
function worthAtMark(vote: StoredVote, { time, price, s60 }: DayMark): number {
  if (Date.parse(vote.created) > time) return 0
  const { atMidnight } = vote
  const isChanged = atMidnight !== undefined && Date.parse(atMidnight.midnight) === time
  return worthAt(isChanged ? atMidnight : vote, vote, { price, s60, now: time })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * The worth of votes of rounds before their target at a moment, and its change since `mark`, the last
 * 00:00 UTC: each vote under the version of its own offer. Null without a vote that earns points. Throws a
 * RangeError like `chances`.
 */
export function openWorth(
  votes: readonly StoredVote[],
  moment: MarketMoment,
  mark: DayMark | null,
): OpenWorth | null {
  const open = votes.filter((vote) => {
    const { voteChoice: choice, offer, carried, targetTime } = vote
    return Date.parse(targetTime) > moment.now && (isPriced({ choice, offer }) || carried !== 0)
  })
  if (open.length === 0) return null
  const points = sum(open.map((vote) => worthAt(vote, vote, moment)))
  if (mark === null || mark.time !== dayStart(moment.now)) return { points, change: null }
  return { points, change: points - sum(open.map((vote) => worthAtMark(vote, mark))) }
}
