import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { publishEndedSessions } from '#api/modules/auth/end-sessions.ts'
import { type Actor, recordInternalAct } from '#api/modules/moderation/audit.ts'
import type { PushErasure } from '#api/modules/notifications/push-erasure.ts'
import { DELETED_NICKNAME } from '#shared/rules/deleted-user.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { deleteAccount, type ErasedRows, removeBatch, transferRows } from './erase-rows.ts'
import { closeOfVotedRound, type IdentitySecrets, rememberErased } from './erased-identities.ts'
import { insertWithUniqueCode } from './insert-with-unique-code.ts'

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
/** With `ranks_from`, on which its figures depend. */
const INSERT_SUCCESSOR = statement(
  `INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login,
    erased_at, ranks_from)
  SELECT 'other', '', $1, $2, $3::timestamptz, $3::timestamptz, $3::timestamptz, ranks_from
  FROM user_account WHERE id = $4
  ON CONFLICT DO NOTHING RETURNING id`,
  { id: column.int },
)

/** Login method of accounts that are closed while their posts and reactions are removed in batches. */
const ERASING = 'erasing'
/** The ban refuses a sign-in that is under way. */
const CLOSE_ACCOUNT = statement(
  `UPDATE user_account SET login_method = '${ERASING}', email = '', nickname = $2, unique_code = $3,
    is_admin = 0, erased_at = $4, banned_at = $4, muted_until = NULL
  WHERE id = $1 AND NOT EXISTS (SELECT FROM user_account WHERE unique_code = $3) RETURNING id`,
  { id: column.int },
)
const DELETE_IDENTITIES = statement('DELETE FROM identity WHERE user_id = $1')
const LOCK_CLOSED = statement(
  `SELECT id FROM user_account WHERE id = $1 AND login_method = '${ERASING}' FOR UPDATE`,
  { id: column.int },
)
const CLOSED = statement(`SELECT id FROM user_account WHERE login_method = '${ERASING}'`, {
  id: column.int,
})

interface ErasureDeps {
  database: Database
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  /** Keys the hash of erased identities. */
  secrets: IdentitySecrets
  /** Tells the person's devices; absent for the operator's command. */
  pushErasure?: PushErasure
}

const insertSuccessor = (sql: Sql, userId: number, now: Date): Promise<number> =>
  insertWithUniqueCode(async (code) => {
    const values = [DELETED_NICKNAME, code, now, userId]
    const [row] = await sql.query(INSERT_SUCCESSOR, values)
    return row?.id ?? null
  })

/** Removes the identity from an account whose texts are still being removed. */
async function closeAccount(sql: Sql, userId: number, now: Date): Promise<void> {
  await sql.query(DELETE_IDENTITIES, [userId])
  await insertWithUniqueCode(async (code) => {
    const [row] = await sql.query(CLOSE_ACCOUNT, [userId, DELETED_NICKNAME, code, now])
    return row?.id ?? null
  })
}

/** Lets the server answer others: the embedded database shares its thread. */
const yieldThread = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Erasure of accounts: see docs/decisions/account-erasure.md. */
export function createErasure(deps: ErasureDeps) {
  const { database, bus, clock, secrets, pushErasure } = deps
  /** @returns the removed rows, and whether the account is closed only because posts are left */
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
    const left = {
      bannedAt: account.banned_at,
      mutedUntil: account.muted_until,
      votesFrom: await closeOfVotedRound(sql, userId, now),
    }
    for (const identity of await sql.query(IDENTITIES, [userId])) {
      await rememberErased(sql, { identity, secrets, now }, left)
    }
    const at = new Date(now)
    const messages = (await pushErasure?.prepare(sql, userId, now)) ?? []
    const successorId = await insertSuccessor(sql, userId, at)
    const openRefDate = new Date(liveRound(now).refDate)
    const isMore = await removeBatch(sql, userId)
    const erased = await transferRows(sql, { userId, successorId, openRefDate, now: at })
    if (isMore) await closeAccount(sql, userId, at)
    else await deleteAccount(sql, userId)
    await recordInternalAct(sql, { act: 'erase', actor, subjectId: successorId, now })
    return { erased, isMore, messages }
  }

  /** One short transaction of the removal. @returns whether rows are left */
  const removeNext = (userId: number): Promise<boolean> =>
    database.transaction(async (sql) => {
      await sql.query(TAKE_TURN)
      const [closed] = await sql.query(LOCK_CLOSED, [userId])
      if (!closed) return false
      if (await removeBatch(sql, userId)) return true
      await deleteAccount(sql, userId)
      return false
    })

  const removeRest = async (userId: number): Promise<void> => {
    while (await removeNext(userId)) await yieldThread()
    bus.publish('moderation', { target: 'user', id: userId })
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
     * Erases an account and publishes it: one transaction, and batches for more posts and reactions than
     * it may hold. `nickname` must be the account's unless it is null.
     * @throws ApiError TOKEN_INVALID without account, NICKNAME_MISMATCH, LAST_ADMIN, NOT_READY during a
     * settlement
     */
    async erase(actor: Actor, userId: number, nickname: string | null): Promise<void> {
      const { erased, isMore, messages } = await database.transaction((sql) =>
        eraseIn(sql, actor, userId, nickname),
      )
      publish(userId, erased)
      await pushErasure?.send(messages)
      if (isMore) await removeRest(userId)
    },

    /** Continues erasures that a stop has interrupted. */
    async resume(): Promise<void> {
      for (const { id } of await database.query(CLOSED)) await removeRest(id)
    },
  }
}
