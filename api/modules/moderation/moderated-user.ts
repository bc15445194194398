import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { ModeratedUser } from '#shared/contract/moderation.ts'
import { PUBLIC_ACTS } from '#shared/rules/moderation.ts'

/** SQL: the acts of the public log, for `IN (…)`. */
export const PUBLIC_ACTS_SQL = PUBLIC_ACTS.map((act) => `'${act}'`).join(', ')

const USER = statement(
  `SELECT u.id, u.unique_code, u.nickname, u.created, coalesce(s.settled, 0) AS settled, u.is_admin,
    u.muted_until, u.banned_at,
    (SELECT count(*)::int FROM moderation_act a
      WHERE a.subject_id = u.id AND a.act IN (${PUBLIC_ACTS_SQL})) AS past_acts
  FROM user_account u LEFT JOIN user_stats s ON s.user_id = u.id WHERE u.id = $1`,
  {
    id: column.int,
    unique_code: column.text,
    nickname: column.text,
    created: column.instant,
    settled: column.int,
    is_admin: column.int,
    muted_until: column.nullable(column.instant),
    banned_at: column.nullable(column.instant),
    past_acts: column.int,
  },
)

/** A user as moderators see them. */
export async function findModeratedUser(database: Sql, id: number): Promise<ModeratedUser> {
  const [row] = await database.query(USER, [id])
  if (!row) throw new Error(`there is no user ${id}`)
  return {
    id: row.id,
    uniqueCode: row.unique_code,
    nickname: row.nickname,
    created: row.created.toISOString(),
    settledVotes: row.settled,
    isAdmin: row.is_admin,
    mutedUntil: row.muted_until?.toISOString() ?? null,
    bannedAt: row.banned_at?.toISOString() ?? null,
    pastActs: row.past_acts,
  }
}
