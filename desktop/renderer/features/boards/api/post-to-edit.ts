import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { BoardType } from '#shared/contract/posts.ts'

/** A post to be edited: read anew, and only once, so that nothing changes under the editor. */
export function usePostToEdit(board: BoardType, id: number) {
  const { api, session } = useServices()
  return useQuery({
    queryKey: queryKeys.posts.edit(board, id),
    queryFn: () => session.call(() => api.posts({ boardType: board })({ id }).get()),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
