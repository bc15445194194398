import type { QueryClient } from '@tanstack/react-query'
import type { BoardType } from '#shared/contract/posts.ts'

/** Where the boards lie in the cache. */
export const boardKeys = {
  board: (board: BoardType) => ['boards', board] as const,
  lists: (board: BoardType) => ['boards', board, 'list'] as const,
  list: (board: BoardType, page: number) => ['boards', board, 'list', page] as const,
  /** A post is another for each who reads it: it carries their own reaction. */
  post: (board: BoardType, id: number, viewerId: number | null) =>
    ['boards', board, 'post', id, viewerId] as const,
  /** Apart from the rest, for no change elsewhere may replace what is being edited. */
  postToEdit: (board: BoardType, id: number) => ['post-to-edit', board, id] as const,
}

/** Lets nobody see what a post was before its edit, not even until it has been read anew. */
export function forgetPost(queries: QueryClient, board: BoardType, id: number): void {
  queries.removeQueries({ queryKey: ['boards', board, 'post', id], type: 'inactive' })
}

/** Has everything that shows posts of this board read anew: it has changed. */
export function postsChanged(queries: QueryClient, board: BoardType): void {
  queries.invalidateQueries({ queryKey: boardKeys.board(board) })
  queries.invalidateQueries({ queryKey: ['recent-posts'] })
}
