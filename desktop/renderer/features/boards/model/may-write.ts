import { isAdmin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { BoardType } from '#shared/contract/posts.ts'

/** Who somebody is to the boards; null is a guest. */
export type Writer = Pick<UserClaims, 'is_admin'> | null

/** Whether somebody is offered to write: notices are for admins; a guest is asked to log in later. */
export function mayWriteOn(board: BoardType, user: Writer): boolean {
  return board !== 'notices' || isAdmin(user)
}
