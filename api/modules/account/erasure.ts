import { rememberErased } from '#api/accounts/erased-identities.ts'
import { insertWithUniqueCode } from '#api/accounts/insert-with-unique-code.ts'
import { publishEndedSessions } from '#api/auth/end-sessions.ts'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { type Actor, recordInternalAct } from '#api/modules/moderation/audit.ts'
import { DELETED_NICKNAME } from '#shared/rules/deleted-user.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { type ErasedRows, eraseRows } from './erase-rows.ts'

/** One erasure at a time: two would lock the votes that both people liked in different order. */
const TAKE_TURN = statement(
  `WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(727004))
  SELECT count(*)::int AS turns FROM turn`,
)
/** The lock makes concurrent writes of this user wait; they then fail, because the account is gone. */
const LOCK_ACCOUNT = statement(
  `SELECT nickname, is_admin > 0 AND banned_at IS NULL AS is_active_admin,
    banned_at, muted_until FROM user_account WHERE id = $1 AND erased_at IS NULL FOR UPDATE`,
  {
    nickname: column.text,
    is_active_admin: column.boolean,
    banned_at: column.nullable(column.instant),
    muted_until: column.nullable(column.instant),
  },
)
const IDENTITIES = statement('SELECT issuer, subject FROM identity WHERE user_id = $1', {
  issuer: column.text,
  subject: column.text,
})
const OTHER_ADMINS = statement(
  `SELECT count(*)::int AS admins FROM user_account
  WHERE is_admin > 0 AND banned_at IS NULL AND NOT is_demo AND id <> $1`,
  { admins: column.int },
)
/** The share lock makes a settlement wait: a ledger batch must not see votes before their transfer. */
const LOCK_ROUNDS = statement(
  `SELECT pending_outcome IS NOT NULL AS is_settling FROM round WHERE settled_at IS NULL
  ORDER BY id FOR SHARE`,
  { is_settling: column.boolean },
)
const INSERT_SUCCESSOR = statement(
  `INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login,
    erased_at)
  VALUES ('other', '', $1, $2, $3, $3, $3)
  ON CONFLICT DO NOTHING RETURNING id`,
  { id: column.int },
)

interface ErasureDeps {
  database: Database
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  /** Keys the hash of erased identities. */
  secret: Uint8Array
}

const insertSuccessor = (sql: Sql, now: Date): Promise<number> =>
  insertWithUniqueCode(async (code) => {
    const values = [DELETED_NICKNAME, code, now]
    const [row] = await sql.query(INSERT_SUCCESSOR, values)
    return row?.id ?? null
  })

/** Erasure of accounts: see docs/decisions/account-erasure.md. */
export function createErasure({ database, bus, clock, secret }: ErasureDeps) {
  const eraseIn = async (sql: Sql, actor: Actor, userId: number, nickname: string | null) => {
    const now = clock.now()
    await sql.query(TAKE_TURN)
    const [account] = await sql.query(LOCK_ACCOUNT, [userId])
    if (!account) throw new ApiError('TOKEN_INVALID')
    if (nickname !== null && nickname !== account.nickname) {
      throw new ApiError('NICKNAME_MISMATCH', { field: 'nickname' })
    }
    if (account.is_active_admin) {
      const [others] = await sql.query(OTHER_ADMINS, [userId])
      if (!others?.admins) throw new ApiError('LAST_ADMIN')
    }
    const rounds = await sql.query(LOCK_ROUNDS)
    if (rounds.some(({ is_settling }) => is_settling)) {
      throw new ApiError('NOT_READY', { headers: { 'retry-after': '5' } })
    }
    const sanctions = { bannedAt: account.banned_at, mutedUntil: account.muted_until }
    for (const identity of await sql.query(IDENTITIES, [userId])) {
      await rememberErased(sql, { identity, secret, now }, sanctions)
    }
    const at = new Date(now)
    const successorId = await insertSuccessor(sql, at)
    const openRefDate = new Date(liveRound(now).refDate)
    const erased = await eraseRows(sql, { userId, successorId, openRefDate, now: at })
    await recordInternalAct(sql, { act: 'erase', actor, subjectId: successorId, now })
    return erased
  }

  const publish = (userId: number, { sessions, votes }: ErasedRows) => {
    publishEndedSessions(bus, sessions, clock.now())
    for (const { id, roundId } of votes) {
      bus.publish('vote', { voteId: id, roundId, first: false })
    }
    bus.publish('moderation', { target: 'user', id: userId })
  }

  return {
    /**
     * Erases an account in one transaction and publishes it. `nickname` must be the account's unless it is
     * null.
     * @throws ApiError TOKEN_INVALID without account, NICKNAME_MISMATCH, LAST_ADMIN, NOT_READY during a
     * settlement
     */
    async erase(actor: Actor, userId: number, nickname: string | null): Promise<void> {
      const erased = await database.transaction((sql) => eraseIn(sql, actor, userId, nickname))
      publish(userId, erased)
    },
  }
}
