import type { BoardType, WritePostBody } from '#shared/contract/posts.ts'
import { isBlankPost } from '#shared/rules/is-blank.ts'
import { parsePriority } from '#shared/rules/priority.ts'

/** What keeps a post from being sent. */
export type PostFault = 'editor.contentRequired' | 'priority.invalid'

/**
 * What is sent of a post, or why nothing is. `typedPriority` is what somebody typed as the priority
 * of a notice; the other boards have none.
 */
export function postBody(
  board: BoardType,
  content: string,
  typedPriority: string,
): { body: WritePostBody } | { fault: PostFault } {
  if (isBlankPost(content)) return { fault: 'editor.contentRequired' }
  if (board !== 'notices') return { body: { content } }
  const priority = parsePriority(typedPriority)
  return priority === null ? { fault: 'priority.invalid' } : { body: { content, priority } }
}
