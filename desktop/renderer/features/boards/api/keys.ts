import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import type { BoardType } from '#shared/contract/posts.ts'

/** Removes a post's cached replies, so that its text before the edit is never shown again. */
export function forgetPost(queries: QueryClient, board: BoardType, id: number): void {
  queries.removeQueries({ queryKey: queryKeys.posts.details(board, id), type: 'inactive' })
}

/** Refetches everything that shows posts of this board. */
export function postsChanged(queries: QueryClient, board: BoardType): void {
  queries.invalidateQueries({ queryKey: queryKeys.posts.board(board) })
  queries.invalidateQueries({ queryKey: queryKeys.recentPosts })
}
