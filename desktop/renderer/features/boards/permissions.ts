import { isAdmin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { ErrorCode } from '#shared/contract/error-codes.ts'
import type { BoardType, PostItem } from '#shared/contract/posts.ts'
import { canEdit } from '#shared/rules/edit-window.ts'

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
