import { useParams, useSearchParams } from 'react-router-dom'
import { idOf, pageOf } from '#desktop/renderer/components/list-address.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardOf } from './place.ts'

/** The board that the address names, or null. */
export function useBoard(): BoardType | null {
  return boardOf(useParams().board)
}

/** The post and its board that the address names, or null. */
export function usePostPlace(): { board: BoardType; id: number } | null {
  const params = useParams()
  const board = boardOf(params.board)
  const id = idOf(params.id)
  return board && id ? { board, id } : null
}

/** The page of the list that the address asks for, from 1. */
export function usePage(): number {
  const [query] = useSearchParams()
  return pageOf(query)
}
