import { useParams, useSearchParams } from 'react-router-dom'
import { useIsMarkup } from '#desktop/renderer/components/use-is-markup.ts'
import { idOf, pageOf } from '#desktop/renderer/features/posts/list-url.ts'
import type { BoardType } from '#shared/contract/posts.ts'

/** The boards in the order of their tabs. */
export const BOARDS = ['frees', 'notices', 'suggestions'] as const satisfies readonly BoardType[]

/** The board of a path segment; null for an unknown one. */
export function parseBoard(segment: string | undefined): BoardType | null {
  return BOARDS.find((board) => board === segment) ?? null
}

/** The board in the path, or null. */
export function useBoard(): BoardType | null {
  return parseBoard(useParams().board)
}

/** The board and post in the path, or null. */
export function usePostRoute(): { board: BoardType; id: number } | null {
  const params = useParams()
  const board = parseBoard(params.board)
  const id = idOf(params.id)
  return board && id ? { board, id } : null
}

/** The list page in the query string, from 1. */
export function usePage(): number {
  const [query] = useSearchParams()
  return pageOf(query)
}

/** The same for links back to the list: 1 in markup of the server, which is one for all of them. */
export function useReturnPage(): number {
  const page = usePage()
  return useIsMarkup() ? 1 : page
}
