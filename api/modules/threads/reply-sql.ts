import * as Type from '@sinclair/typebox'
import { column, type StaticColumns } from '#api/infrastructure/database/sql.ts'
import { SKILL_COLUMNS, SKILL_FIGURES, toTestedRecord } from '#api/modules/ranking/skill-sql.ts'
import { Direction, UserName } from '#shared/contract/common.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import type { Reply, ReplyState } from '#shared/contract/replies.ts'
import { Outcome } from '#shared/contract/rounds.ts'
import { voteResult } from '#shared/rules/band.ts'
import { EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'
import { QUOTE_MAX } from '#shared/rules/reply.ts'
import { skillLevel } from '#shared/rules/skill-test.ts'
import { TITLE_MAX } from '#shared/rules/title.ts'

/** A viewer of a thread. Admins read hidden replies. */
export interface ThreadViewer {
  /** 0 for a guest. */
  userId: number
  isAdmin: boolean
}

export const REPLY_COLUMNS = {
  id: column.int,
  user_id: column.int,
  unique_code: column.text,
  nickname: column.text,
  content: column.text,
  created: column.instant,
  modified: column.nullable(column.instant),
  is_deleted: column.boolean,
  is_hidden: column.boolean,
  likes: column.int,
  dislikes: column.int,
  ranked_likes: column.int,
  settled_at: column.nullable(column.instant),
  outcome: column.nullable(Outcome),
  vote_id: column.nullable(column.int),
  choice: column.nullable(Direction),
  offer_hit: column.nullable(column.int),
  offer_miss: column.nullable(column.int),
  carried: column.nullable(column.int),
  points: column.nullable(column.int),
  quote_id: column.nullable(column.int),
  quote_user_id: column.nullable(column.int),
  quote_code: column.nullable(column.text),
  quote_nickname: column.nullable(column.text),
  quote_content: column.nullable(column.text),
  is_quote_deleted: column.boolean,
  is_quote_hidden: column.boolean,
  mentions: Type.Array(UserName),
  ...SKILL_COLUMNS,
}
export type ReplyRow = StaticColumns<typeof REPLY_COLUMNS>

/** SQL: replies of a query of ids; the caller orders them. */
export const selectReplies = (ids: string) => `SELECT r.id, r.user_id,
    u.unique_code, u.nickname, r.content, r.created, r.modified,
    r.deleted_at IS NOT NULL AS is_deleted, r.hidden_at IS NOT NULL AS is_hidden,
    r.likes, r.dislikes, r.ranked_likes, o.settled_at, o.outcome,
    v.id AS vote_id, v.choice, v.offer_hit, v.offer_miss, v.carried,
    CASE WHEN o.settled_at IS NOT NULL THEN l.points END AS points,
    q.id AS quote_id, q.user_id AS quote_user_id, qu.unique_code AS quote_code,
    qu.nickname AS quote_nickname, left(q.content, ${QUOTE_MAX}) AS quote_content,
    q.deleted_at IS NOT NULL AS is_quote_deleted, q.hidden_at IS NOT NULL AS is_quote_hidden,
    (SELECT coalesce(json_agg(json_build_object('uniqueCode', mu.unique_code, 'nickname', mu.nickname)
      ORDER BY mu.unique_code), '[]') FROM reply_mention m JOIN user_account mu ON mu.id = m.user_id
      WHERE m.reply_id = r.id) AS mentions,
    ${SKILL_FIGURES}
  FROM (${ids}) ids JOIN reply r ON r.id = ids.id JOIN user_account u ON u.id = r.user_id
  LEFT JOIN skill k ON k.user_id = r.user_id AND k.list = 'all'
  LEFT JOIN vote n ON n.id = r.vote_id LEFT JOIN round o ON o.id = n.round_id
  LEFT JOIN vote v ON v.user_id = r.user_id AND v.round_id = n.round_id
  LEFT JOIN ledger l ON l.vote_id = v.id
  LEFT JOIN reply q ON q.id = r.quote_id LEFT JOIN user_account qu ON qu.id = q.user_id`

const stateOf = (isDeleted: boolean, isHidden: boolean): ReplyState => {
  if (isDeleted) return 'deleted'
  return isHidden ? 'hidden' : 'shown'
}

/** Whether the viewer may read a hidden reply of `userId`. */
const readsHidden = (userId: number, viewer: ThreadViewer) =>
  viewer.isAdmin || userId === viewer.userId

function voteOf(row: ReplyRow): Reply['vote'] {
  const { vote_id: id, choice, offer_hit: hit, offer_miss: miss, carried, points } = row
  if (id === null || choice === null || hit === null || miss === null || carried === null)
    return null
  const result = voteResult(choice, row.outcome)
  return { id, choice, offer: { hit, miss }, carried, result, points }
}

function quoteOf(row: ReplyRow, viewer: ThreadViewer): Reply['quote'] {
  const { quote_id: id, quote_user_id: uid, quote_code: uniqueCode, quote_content } = row
  if (id === null || uid === null || uniqueCode === null) return null
  const state = stateOf(row.is_quote_deleted, row.is_quote_hidden)
  const isShown = state === 'shown' || (state === 'hidden' && readsHidden(uid, viewer))
  const nickname = row.quote_nickname ?? ''
  return { id, uid, uniqueCode, nickname, excerpt: isShown ? (quote_content ?? '') : '', state }
}

/** A reply as `viewer` sees it, with their reaction. */
export function toReply(row: ReplyRow, viewer: ThreadViewer, reaction: Reaction | null): Reply {
  const state = stateOf(row.is_deleted, row.is_hidden)
  const isShown = state === 'shown' || (state === 'hidden' && readsHidden(row.user_id, viewer))
  return {
    id: row.id,
    uid: row.user_id,
    uniqueCode: row.unique_code,
    nickname: row.nickname,
    skill: skillLevel(toTestedRecord(row)),
    content: isShown ? row.content : '',
    state,
    created: row.created.toISOString(),
    modified: row.modified?.toISOString() ?? null,
    editableUntil: new Date(row.created.getTime() + EDIT_WINDOW_MS).toISOString(),
    afterResult: row.settled_at !== null && row.created >= row.settled_at,
    vote: voteOf(row),
    quote: state === 'deleted' ? null : quoteOf(row, viewer),
    mentions: isShown ? row.mentions : [],
    likes: row.likes,
    dislikes: row.dislikes,
    userReaction: reaction,
  }
}

/** SQL: the beginning of a reply's first line, which stands for a title; `reply` is the alias of its row. */
export const replyTitle = (reply: string) =>
  `left(split_part(${reply}.content, E'\\n', 1), ${TITLE_MAX})`
