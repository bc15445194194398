import type { LoginMethod } from '#shared/contract/auth.ts'

/** A person as the database knows them. Instants are epoch milliseconds; 0 = never voted. */
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
}

/** What `ACCOUNT` and a `last_vote_at` answer. */
export interface AccountRow {
  id: number
  nickname: string
  email: string
  unique_code: string
  is_admin: number
  created: Date
  login_count: number
  last_login: Date
  login_method: LoginMethod
  last_vote_at: Date | null
  points: number | null
  settled: number | null
}

/** Columns of a user_account `u` and its standing `s`; each statement adds its own `last_vote_at`. */
export const ACCOUNT = `u.id, u.nickname, u.email, u.unique_code, u.is_admin, u.created,
    u.login_count, u.last_login, u.login_method, s.points, s.settled`

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
  }
}
