import type { ErrorCode } from '#shared/contract/errors.ts'
import type { PostItem } from '#shared/contract/posts.ts'
import { canEdit } from '#shared/rules/edit-window.ts'

/**
 * Why the text of a post cannot be edited by this user at `now` (epoch milliseconds), as the server
 * would say it; null when it can. A `userId` that is not known is left to the server.
 */
export function whyNotEdit(
  { uid, created }: Pick<PostItem, 'uid' | 'created'>,
  userId: number | undefined,
  now: number,
): ErrorCode | null {
  if (userId === undefined) return null
  if (uid !== userId) return 'NOT_AUTHOR'
  return canEdit(Date.parse(created), now) ? null : 'EDIT_WINDOW_CLOSED'
}
