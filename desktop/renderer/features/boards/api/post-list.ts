import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import type { BoardType } from '#shared/contract/posts.ts'

const postListQuery = ({ api, session }: Services, board: BoardType, page: number) =>
  queryOptions({
    queryKey: queryKeys.posts.list(board, page),
    queryFn: () => session.call(() => api.posts({ boardType: board }).get({ query: { page } })),
    // The page before stays while the next one is on its way, but never that of another board.
    placeholderData: (previous, query) => (query?.queryKey[1] === board ? previous : undefined),
  })

/** A page of a board, from 1. */
export const usePostList = (board: BoardType, page: number) =>
  useQuery(postListQuery(useServices(), board, page))
