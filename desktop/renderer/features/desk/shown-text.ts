import { parseBoard } from '#desktop/renderer/features/boards/routing.ts'
import { idOf, voteIdOf } from '#desktop/renderer/features/posts/list-url.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardViewPath, voteViewPath } from '#shared/rules/paths.ts'

/** A note or post that the desk shows in place of its live column. */
export type ShownText =
  | { kind: 'vote'; id: number }
  | { kind: 'post'; board: BoardType; id: number }

/** The query of the desk that shows a text: `?vote=12` or `?post=frees-12`. */
export const searchOf = (text: ShownText): string =>
  text.kind === 'vote' ? `?vote=${text.id}` : `?post=${text.board}-${text.id}`

/** The text that a query names; null without one and when it is malformed. */
export function shownTextOf(query: URLSearchParams): ShownText | null {
  const voteId = voteIdOf(query.get('vote') ?? '')
  if (voteId !== null) return { kind: 'vote', id: voteId }
  const [name, number] = query.get('post')?.split('-') ?? []
  const [board, id] = [parseBoard(name), idOf(number)]
  return board && id !== null ? { kind: 'post', board, id } : null
}

/** Path of the screen of a text. */
export const pathOf = (text: ShownText): string =>
  text.kind === 'vote' ? voteViewPath(text.id) : boardViewPath(text.board, text.id)
