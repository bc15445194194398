import { useMutation } from '@tanstack/react-query'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { BoardType, WritePostBody } from '#shared/contract/posts.ts'
import { forgetPost, postsChanged } from './keys.ts'

/** Changes a post; `onEdited` is called even if the screen has been left meanwhile. */
export function useEditPost(board: BoardType, id: number, onEdited: () => void) {
  const { api, session, queries } = useServices()
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: WritePostBody) =>
      session.call(() => api.posts({ boardType: board })({ id }).put(body)),
    onSuccess: () => {
      forgetPost(queries, board, id)
      postsChanged(queries, board)
      onEdited()
    },
  })
}
