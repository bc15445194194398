import type { AccessTokenUser } from '#api/modules/auth/access-token.ts'
import type { LoginMethod } from '#shared/contract/auth.ts'

/** A stored account. Instants are epoch milliseconds; `lastVoteTime` 0 means never voted. */
export interface Account {
  id: number
  nickname: string
  email: string
  uniqueCode: string
  isAdmin: number
  created: number
  loginCount: number
  lastLogin: number
  loginMethod: LoginMethod
  lastVoteTime: number
  points: number
  settledVotes: number
  /** Settled, priced votes with a direction of rounds that were not void. */
  calls: number
  /** End of a pause of writing; null without one. */
  mutedUntil: number | null
  /** Start of ranking, after another account of this person was erased; null without one. */
  ranksFrom: number | null
}

/** The access token claims of an account. */
export function claimsOf(account: Account): AccessTokenUser {
  return {
    id: account.id,
    nickname: account.nickname,
    email: account.email,
    uniqueCode: account.uniqueCode,
    created: new Date(account.created).toISOString(),
    loginCount: account.loginCount,
    lastLogin: new Date(account.lastLogin).toISOString(),
    loginMethod: account.loginMethod,
    lastVoteTime: account.lastVoteTime,
    points: account.points,
    is_admin: account.isAdmin,
  }
}
