import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import type { BoardType } from '#shared/contract/posts.ts'

/** A post as this person sees it. `mayRead`: they may, as far as it is known here. */
export function usePost(board: BoardType, id: number, mayRead: boolean) {
  const { api, session } = useServices()
  const viewerId = useUser()?.id ?? null
  return useQuery({
    queryKey: queryKeys.posts.detail(board, id, viewerId),
    queryFn: () => session.call(() => api.posts({ boardType: board })({ id }).get()),
    // Asked at the moment of reading: whoever has just logged out reads nothing as the one they were.
    enabled: () => {
      const now = session.state.getState()
      return mayRead && viewerId === (now.status === 'user' ? now.user.id : null)
    },
  })
}
