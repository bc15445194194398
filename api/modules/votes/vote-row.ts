import { column, type StaticColumns } from '#api/infrastructure/database/sql.ts'
import { Direction } from '#shared/contract/common.ts'
import { Reaction } from '#shared/contract/reactions.ts'
import { Outcome } from '#shared/contract/rounds.ts'
import type { VoteDetail, VoteItem } from '#shared/contract/votes.ts'
import { voteResult } from '#shared/rules/band.ts'
import { EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'

/** Columns of a vote in a list. */
export const VOTE_ITEM_COLUMNS = {
  id: column.int,
  user_id: column.int,
  title: column.text,
  choice: Direction,
  outcome: column.nullable(Outcome),
  unique_code: column.text,
  nickname: column.text,
  created: column.instant,
  views: column.int,
  likes: column.int,
  has_content: column.boolean,
  target_date: column.instant,
}
export type VoteItemRow = StaticColumns<typeof VOTE_ITEM_COLUMNS>

/** Columns of a vote's own page. */
export const VOTE_DETAIL_COLUMNS = {
  ...VOTE_ITEM_COLUMNS,
  round_id: column.int,
  content: column.text,
  ref_date: column.instant,
  ref_price: column.nullable(column.text),
  settle_price: column.nullable(column.text),
  settle_source: column.nullable(column.text),
  settle_candle_at: column.nullable(column.instant),
  settle_read_at: column.nullable(column.instant),
  modified: column.nullable(column.instant),
  dislikes: column.int,
  user_reaction: column.nullable(Reaction),
  offer_hit: column.int,
  offer_miss: column.int,
  offer_version: column.int,
  points: column.nullable(column.int),
  /** Whether the viewer has a vote in the live round, or is an admin. */
  may_read: column.boolean,
}
export type VoteDetailRow = StaticColumns<typeof VOTE_DETAIL_COLUMNS>

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
