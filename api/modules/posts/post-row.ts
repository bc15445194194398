import { column, type StaticColumns } from '#api/infrastructure/database/sql.ts'
import { BoardType, type PostDetail, type PostItem } from '#shared/contract/posts.ts'
import { Reaction } from '#shared/contract/reactions.ts'
import { EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'

/** Columns of a post in a list. */
export const POST_ITEM_COLUMNS = {
  id: column.int,
  user_id: column.int,
  title: column.text,
  unique_code: column.text,
  nickname: column.text,
  created: column.instant,
  updated: column.nullable(column.instant),
  views: column.int,
  likes: column.int,
  priority: column.int,
}
export type PostItemRow = StaticColumns<typeof POST_ITEM_COLUMNS>

/** Columns of a post's own page. */
export const POST_DETAIL_COLUMNS = {
  ...POST_ITEM_COLUMNS,
  board: BoardType,
  content: column.text,
  dislikes: column.int,
  user_reaction: column.nullable(Reaction),
}
export type PostDetailRow = StaticColumns<typeof POST_DETAIL_COLUMNS>

export function toPostItem(row: PostItemRow): PostItem {
  return {
    id: row.id,
    uid: row.user_id,
    title: row.title,
    uniqueCode: row.unique_code,
    nickname: row.nickname,
    created: row.created.toISOString(),
    updated: row.updated?.toISOString() ?? null,
    views: row.views,
    likes: row.likes,
    priority: row.priority,
  }
}

export function toPostDetail(row: PostDetailRow): PostDetail {
  return {
    ...toPostItem(row),
    boardType: row.board,
    content: row.content,
    dislikes: row.dislikes,
    userReaction: row.user_reaction,
    editableUntil: new Date(row.created.getTime() + EDIT_WINDOW_MS).toISOString(),
  }
}
