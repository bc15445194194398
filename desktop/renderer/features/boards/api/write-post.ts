import { useMutation } from '@tanstack/react-query'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { BoardType, WritePostBody } from '#shared/contract/posts.ts'
import { postsChanged } from './keys.ts'

/** Writes a new post; `onWritten` is called even if the screen has been left meanwhile. */
export function useWritePost(board: BoardType, onWritten: () => void) {
  const { api, session, queries, analytics } = useServices()
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: WritePostBody) =>
      session.call(() => api.posts({ boardType: board }).post(body)),
    onSuccess: () => {
      analytics.track('post_submit')
      postsChanged(queries, board)
      onWritten()
    },
  })
}
