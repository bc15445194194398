import type { BoardType, WritePostBody } from '#shared/contract/posts.ts'
import { isBlankPost } from '#shared/rules/is-blank.ts'
import { parsePriority } from '#shared/rules/priority.ts'

/** The request body of a post, or the text key of what is wrong. Only notices have a priority. */
export function toPostBody(
  board: BoardType,
  content: string,
  typedPriority: string,
): { body: WritePostBody } | { error: 'editor.contentRequired' | 'priority.invalid' } {
  if (isBlankPost(content)) return { error: 'editor.contentRequired' }
  if (board !== 'notices') return { body: { content } }
  const priority = parsePriority(typedPriority)
  return priority === null ? { error: 'priority.invalid' } : { body: { content, priority } }
}
