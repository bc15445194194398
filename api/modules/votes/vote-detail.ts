import type { CreateVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import { voteResult } from '#shared/rules/band.ts'
import { EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'
import { isPriced, type PricedVote } from '#shared/rules/offer-value.ts'
import { RECEIPT_VERSION, type ReceiptPayload } from '#shared/rules/receipt.ts'
import type { VoteRow } from './store.ts'

function settlementOf({ round }: VoteRow): VoteDetail['settlement'] {
  const { settlePrice, settleSource, settleCandleAt, settleReadAt } = round
  if (round.outcome === null) return null
  if (!settlePrice || !settleSource || !settleCandleAt || !settleReadAt) return null
  return {
    price: settlePrice,
    exchange: settleSource,
    candleTime: settleCandleAt.toISOString(),
    readAt: settleReadAt.toISOString(),
  }
}

/** A vote as the API sends it. */
export function toVoteDetail(vote: VoteRow, currentPrice: string | null): VoteDetail {
  const { round, user } = vote
  const offer = { hit: vote.offerHit, miss: vote.offerMiss }
  return {
    id: vote.id,
    uid: user.erasedAt === null ? vote.userId : 0,
    title: vote.title,
    content: vote.content,
    hidden: vote.noteHiddenAt !== null,
    voteChoice: vote.choice,
    result: voteResult(vote.choice, round.outcome),
    refDate: round.refDate.toISOString(),
    refPrice: round.refPrice,
    currentPrice,
    targetTime: round.targetDate.toISOString(),
    uniqueCode: user.erasedAt === null ? user.uniqueCode : '',
    nickname: user.nickname,
    created: vote.created.toISOString(),
    modified: vote.modified?.toISOString() ?? null,
    views: vote.views,
    likes: vote.likes,
    dislikes: vote.dislikes,
    userReaction: vote.reactions[0]?.kind ?? null,
    offer: { ...offer, version: vote.offerVersion },
    priced: isPriced({ choice: vote.choice, offer }),
    carried: vote.carried,
    entryPrice: vote.entryPrice,
    // The ledger is written in batches; points are shown once it is complete.
    points: round.settledAt ? (vote.ledger?.points ?? null) : null,
    editableUntil: new Date(vote.created.getTime() + EDIT_WINDOW_MS).toISOString(),
    settlement: settlementOf(vote),
  }
}

/** The vote as others see it while moderators hide its note. */
export function withoutNote(vote: VoteRow): VoteRow {
  return { ...vote, title: '', content: '' }
}

/** The offer that a vote was accepted with, for the reply to its author. */
export function acceptance({
  choice,
  offer,
  offerVersion,
}: Omit<PricedVote, 'carried'>): Pick<CreateVoteReply, 'offer' | 'offerVersion' | 'priced'> {
  return { offer, offerVersion, priced: isPriced({ choice, offer }) }
}

interface AcceptedVote extends PricedVote {
  id: number
  /** The price that priced the offer; null without one. */
  entryPrice: string | null
  /** The author's unique code. */
  author: string
  /** Epoch milliseconds, like `now`, the time of acceptance. */
  targetDate: number
  now: number
  salt: string
}

/** The receipt of a vote that was just accepted. */
export function receiptOf(vote: AcceptedVote): ReceiptPayload {
  return {
    version: RECEIPT_VERSION,
    voteId: vote.id,
    target: new Date(vote.targetDate).toISOString(),
    author: vote.author,
    direction: vote.choice,
    hit: vote.offer.hit,
    miss: vote.offer.miss,
    offerVersion: vote.offerVersion,
    entryPrice: vote.entryPrice,
    carried: vote.carried,
    time: new Date(vote.now).toISOString(),
    salt: vote.salt,
  }
}
