import type { BoardType } from '#shared/contract/posts.ts'

/** The boards in the order of their tabs. */
export const BOARDS = ['frees', 'notices', 'suggestions'] as const satisfies readonly BoardType[]

/** The board that a part of an address names; null when there is none of that name. */
export function boardOf(text: string | undefined): BoardType | null {
  return BOARDS.find((board) => board === text) ?? null
}
