import { isAdmin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { ErrorCode } from '#shared/contract/error-codes.ts'
import type { BoardType, PostItem, WritePostBody } from '#shared/contract/posts.ts'
import { canEdit } from '#shared/rules/edit-window.ts'
import { isBlankPost } from '#shared/rules/is-blank.ts'
import { parsePriority } from '#shared/rules/priority.ts'

/** Whether to offer the editor: notices are for admins; a guest (null) is asked to log in later. */
export function canWrite(board: BoardType, user: Pick<UserClaims, 'is_admin'> | null): boolean {
  return board !== 'notices' || isAdmin(user)
}

/**
 * The server's error code for an edit of the post by this user at `now` (epoch milliseconds); null when
 * it is allowed, and for an unknown user, whom only the server can judge.
 */
export function editError(
  { uid, created }: Pick<PostItem, 'uid' | 'created'>,
  userId: number | undefined,
  now: number,
): ErrorCode | null {
  if (userId === undefined) return null
  if (uid !== userId) return 'NOT_AUTHOR'
  return canEdit(Date.parse(created), now) ? null : 'EDIT_WINDOW_CLOSED'
}

/** When a post was last edited, else created; ISO 8601, UTC. */
export const lastChange = ({ updated, created }: Pick<PostItem, 'updated' | 'created'>): string =>
  updated ?? created

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
