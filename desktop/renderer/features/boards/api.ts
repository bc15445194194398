import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { dataOf, isEditedElsewhere } from '#desktop/shared/api-failure.ts'
import type { BoardType, PostDetail, WritePostBody } from '#shared/contract/posts.ts'

/** One page of a board; pages count from 1. */
export function usePostList(board: BoardType, page: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: queryKeys.posts.list(board, page),
    queryFn: () => dataOf(api.posts({ boardType: board }).get({ query: { page } })),
    // Shows the previous page while the next one loads, but never that of another board.
    placeholderData: (previous, query) => (query?.queryKey[1] === board ? previous : undefined),
  })
}

/** A post as this reader sees it; `canRead` is false for guests on a members' board. */
export function usePost(board: BoardType, id: number, canRead: boolean) {
  const { api, session } = useServices()
  const readerId = useUser()?.id ?? null
  return useQuery({
    queryKey: queryKeys.posts.detail(board, id, readerId),
    queryFn: () => dataOf(api.posts({ boardType: board })({ id }).get()),
    // Checked at the time of the fetch: after a logout nothing is fetched under the old reader's key.
    enabled: () => {
      const state = session.state.getState()
      return canRead && readerId === (state.status === 'user' ? state.user.id : null)
    },
  })
}

/** A post for the editor: fetched once per visit, so that nothing replaces the text being edited. */
export function usePostToEdit(board: BoardType, id: number, userId: number) {
  const { api, session } = useServices()
  return useQuery({
    queryKey: queryKeys.posts.edit(board, id),
    queryFn: () => dataOf(api.posts({ boardType: board })({ id }).get()),
    enabled: () => session.isUser(userId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Returns a function that reads a post as it is now. It rejects with ApiFailure. */
export function useReadPost(board: BoardType, id: number): () => Promise<PostDetail> {
  const { api } = useServices()
  return () => dataOf(api.posts({ boardType: board })({ id }).get())
}

/** Refetches everything that shows posts of this board. */
function invalidatePosts(queries: QueryClient, board: BoardType): void {
  queries.invalidateQueries({ queryKey: queryKeys.posts.board(board) })
  queries.invalidateQueries({ queryKey: queryKeys.recentPosts })
}

export function useCreatePost(board: BoardType) {
  const { api, queries, analytics } = useServices()
  return useMutation({
    mutationFn: (body: WritePostBody) => dataOf(api.posts({ boardType: board }).post(body)),
    onSuccess: () => {
      analytics.track('post_submit')
      invalidatePosts(queries, board)
    },
  })
}

interface PostEdit extends WritePostBody {
  /** When the copy that was edited had last changed. */
  seen: string
}

/** Fails with EDITED_ELSEWHERE, and fetches the post again, when another text was saved after `seen`. */
export function useUpdatePost(board: BoardType, id: number) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: ({ seen, ...body }: PostEdit) =>
      dataOf(api.posts({ boardType: board })({ id }).put(body, { query: { seen } })),
    onSuccess: () => {
      // Removed instead of invalidated, so that the text before the edit is never shown again.
      const queryKey = queryKeys.posts.details(board, id)
      queries.removeQueries({ queryKey, type: 'inactive' })
      invalidatePosts(queries, board)
    },
    onError: (error) => {
      if (!isEditedElsewhere(error)) return
      void queries.invalidateQueries({ queryKey: queryKeys.posts.details(board, id) })
    },
  })
}
