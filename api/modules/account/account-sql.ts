import { column, type StaticColumns } from '#api/infrastructure/database/sql.ts'
import { LoginMethod } from '#shared/contract/auth.ts'
import type { Account } from './account.ts'

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
type AccountRow = StaticColumns<typeof ACCOUNT_COLUMNS>

/** SQL: columns of a user_account `u` and its user_stats `s`; each statement adds its `last_vote_at`. */
export const ACCOUNT = `u.id, u.nickname, u.email, u.unique_code, u.is_admin, u.created,
    u.login_count, u.last_login, u.login_method, u.muted_until, u.ranks_from, s.points, s.settled, s.calls`

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
