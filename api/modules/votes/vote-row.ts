import type { RoundOutcome } from '#api/rounds/round-record.ts'
import type { Direction } from '#shared/contract/common.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import type { VoteDetail, VoteItem } from '#shared/contract/votes.ts'
import { voteResult } from '#shared/rules/band.ts'
import { EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'

/** A vote as its list shows it, straight from the database. */
export interface VoteItemRow {
  id: number
  user_id: number
  title: string
  choice: Direction
  outcome: RoundOutcome | null
  unique_code: string
  nickname: string
  created: Date
  views: number
  likes: number
  has_content: boolean
  target_date: Date
}

/** A vote with all that its page shows. */
export interface VoteDetailRow extends VoteItemRow {
  round_id: number
  content: string
  ref_date: Date
  ref_price: string | null
  settle_price: string | null
  settle_source: string | null
  settle_candle_at: Date | null
  settle_read_at: Date | null
  modified: Date | null
  dislikes: number
  user_reaction: Reaction | null
  offer_hit: number
  offer_miss: number
  offer_version: number
  points: number | null
  /** Whether the viewer has a vote in the live round, or is an admin. */
  may_read: boolean
}

export function toVoteItem(row: VoteItemRow): VoteItem {
  return {
    id: row.id,
    uid: row.user_id,
    title: row.title,
    voteChoice: row.choice,
    result: voteResult(row.choice, row.outcome),
    uniqueCode: row.unique_code,
    nickname: row.nickname,
    created: row.created.toISOString(),
    views: row.views,
    likes: row.likes,
    contentExist: row.has_content ? 1 : 0,
    targetTime: row.target_date.toISOString(),
  }
}

function settlementOf(row: VoteDetailRow): VoteDetail['settlement'] {
  const { settle_price, settle_source, settle_candle_at, settle_read_at } = row
  if (
    row.outcome === null ||
    !settle_price ||
    !settle_source ||
    !settle_candle_at ||
    !settle_read_at
  )
    return null
  return {
    price: settle_price,
    exchange: settle_source,
    candleTime: settle_candle_at.toISOString(),
    readAt: settle_read_at.toISOString(),
  }
}

/** `currentPrice` is the newest known price, a decimal string. */
export function toVoteDetail(row: VoteDetailRow, currentPrice: string | null): VoteDetail {
  return {
    id: row.id,
    uid: row.user_id,
    title: row.title,
    content: row.content,
    voteChoice: row.choice,
    result: voteResult(row.choice, row.outcome),
    refDate: row.ref_date.toISOString(),
    refPrice: row.ref_price,
    currentPrice,
    targetTime: row.target_date.toISOString(),
    uniqueCode: row.unique_code,
    nickname: row.nickname,
    created: row.created.toISOString(),
    modified: row.modified?.toISOString() ?? null,
    views: row.views,
    likes: row.likes,
    dislikes: row.dislikes,
    userReaction: row.user_reaction,
    offer: { hit: row.offer_hit, miss: row.offer_miss, version: row.offer_version },
    points: row.points,
    editableUntil: new Date(row.created.getTime() + EDIT_WINDOW_MS).toISOString(),
    settlement: settlementOf(row),
  }
}
