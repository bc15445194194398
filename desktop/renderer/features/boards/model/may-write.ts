import type { UserClaims } from '#shared/contract/auth.ts'
import type { BoardType } from '#shared/contract/posts.ts'

/** Who somebody is to the boards; null is a guest. */
export type Writer = Pick<UserClaims, 'is_admin'> | null

export function isAdmin(user: Writer): boolean {
  return user !== null && user.is_admin > 0
}

/** Whether somebody is offered to write: notices are for admins; a guest is asked to log in later. */
export function mayWriteOn(board: BoardType, user: Writer): boolean {
  return board !== 'notices' || isAdmin(user)
}
