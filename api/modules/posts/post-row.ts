import type { BoardType, PostDetail, PostItem } from '#shared/contract/posts.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import { EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'

/** A post as its list shows it, straight from the database. */
export interface PostItemRow {
  id: number
  user_id: number
  title: string
  unique_code: string
  nickname: string
  created: Date
  updated: Date | null
  views: number
  likes: number
  priority: number
}

/** A post with all that its page shows. */
export interface PostDetailRow extends PostItemRow {
  board: BoardType
  content: string
  dislikes: number
  user_reaction: Reaction | null
}

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
