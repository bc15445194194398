import { column, type StaticColumns } from '#api/infrastructure/database/sql.ts'
import type { AccessTokenUser } from '#api/modules/auth/access-token.ts'
import { LoginMethod } from '#shared/contract/auth.ts'

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

/** Columns of `ACCOUNT` and a `last_vote_at`. */
export const ACCOUNT_COLUMNS = {
  id: column.int,
  nickname: column.text,
  email: column.text,
  unique_code: column.text,
  is_admin: column.int,
  created: column.instant,
  login_count: column.int,
  last_login: column.instant,
  login_method: LoginMethod,
  last_vote_at: column.nullable(column.instant),
  points: column.nullable(column.int),
  settled: column.nullable(column.int),
  calls: column.nullable(column.int),
  muted_until: column.nullable(column.instant),
  ranks_from: column.nullable(column.instant),
}
export type AccountRow = StaticColumns<typeof ACCOUNT_COLUMNS>

/** Columns of a user_account `u` and its user_stats `s`; each statement adds its `last_vote_at`. */
export const ACCOUNT = `u.id, u.nickname, u.email, u.unique_code, u.is_admin, u.created,
    u.login_count, u.last_login, u.login_method, u.muted_until, u.ranks_from, s.points, s.settled, s.calls`

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

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    nickname: row.nickname,
    email: row.email,
    uniqueCode: row.unique_code,
    isAdmin: row.is_admin,
    created: row.created.getTime(),
    loginCount: row.login_count,
    lastLogin: row.last_login.getTime(),
    loginMethod: row.login_method,
    lastVoteTime: row.last_vote_at?.getTime() ?? 0,
    points: row.points ?? 0,
    settledVotes: row.settled ?? 0,
    calls: row.calls ?? 0,
    mutedUntil: row.muted_until?.getTime() ?? null,
    ranksFrom: row.ranks_from?.getTime() ?? null,
  }
}
