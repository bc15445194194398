import type { OwnVote } from '#shared/contract/profile.ts'
import type { Target, VoteSummary } from '#shared/contract/summary.ts'
import { standingOf } from '#shared/i18n/direction.ts'
import { openWorthText } from '#shared/i18n/open-worth.ts'
import { openVoteOf, openVoteValue } from '#shared/rules/open-vote.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import { isOld, type PriceFacts, type TrayText } from './price-text.ts'

/** The newest votes of a user. */
export interface OwnVotesState {
  userId: number
  votes: readonly OwnVote[]
}

export interface VoteFacts {
  facts: PriceFacts
  summary: VoteSummary | null
  /** Own votes of the signed-in user; null while unknown. */
  votes: readonly OwnVote[] | null
  /** Epoch milliseconds, server time. */
  now: number
}

/** The lines of an own vote: the second one changes with every price. */
export interface OwnVoteText {
  vote: string
  value: string | null
}

function valueText(vote: OwnVote, target: Target, about: VoteFacts, text: TrayText) {
  const { facts, summary, now } = about
  const { price, icon } = facts
  const { voteChoice: direction } = vote
  const s60 = summary?.s60
  if (direction === 'unknown' || !price || !target.refPrice || s60 === undefined) return null
  const isStale = isOld(icon)
  const pricedAt = Date.parse(price.time)
  const value = openVoteValue(openVoteOf(vote), {
    priceNow: price.value,
    refPrice: target.refPrice,
    s60,
    now: isStale ? pricedAt : now,
    targetDate: Date.parse(target.targetDate),
  })
  if (value === null) return null
  const points = text.format.signed(value)
  const prices = { price: price.value, refPrice: target.refPrice }
  const { text: standing } = standingOf({ t: text.core, format: text.format }, direction, prices)
  if (!isStale) return text.t('tray.worth', { points, standing })
  return text.t('tray.worthAt', { points, standing, time: text.format.time(pricedAt) })
}

/** The own vote in the round of `targetDate` (epoch ms); null without one or while unknown. */
export function ownVoteText(
  targetDate: number,
  about: VoteFacts,
  text: TrayText,
): OwnVoteText | null {
  const { summary, votes } = about
  const vote = votes?.find(({ targetTime }) => Date.parse(targetTime) === targetDate)
  if (!vote) return null
  const { voteChoice: choice } = vote
  const target = [summary?.target1, summary?.target2].find(
    (known) => known && Date.parse(known.targetDate) === targetDate,
  )
  const direction = text.direction(choice, target?.refPrice ?? vote.refPrice)
  const offer = storedOffer(choice, vote.offer, vote.carried)
  const { signed } = text.format
  if (offer.kind === 'carried') {
    const points = signed(offer.carried)
    return { vote: text.t('tray.callCarried', { direction, points }), value: null }
  }
  if (offer.kind !== 'points') {
    return { vote: text.t('tray.callOnly', { direction }), value: null }
  }
  const { hit, miss } = offer
  const line = text.t('tray.call', { direction, hit: signed(hit), miss: signed(miss) })
  return { vote: line, value: target ? valueText(vote, target, about, text) : null }
}

/** The worth of the open votes together, and its change since 00:00 UTC; null while unknown. */
export function openVotesText(
  { facts: { price, icon }, summary, votes, now }: VoteFacts,
  text: TrayText,
): string | null {
  if (!summary || !votes || !price) return null
  const isStale = isOld(icon)
  const words = { t: text.core, format: text.format }
  return openWorthText(words, votes, { summary, price, isStale, now })
}
