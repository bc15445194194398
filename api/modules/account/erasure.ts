import { setImmediate as yieldThread } from 'node:timers/promises'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { publishEndedSessions } from '#api/modules/auth/end-sessions.ts'
import { type Actor, recordInternalAct } from '#api/modules/moderation/audit.ts'
import type { PushErasure } from '#api/modules/notifications/push-erasure.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { insertWithUniqueCode } from './accounts.ts'
import { closeOfVotedRound, type IdentitySecrets, rememberErased } from './erased-identity-store.ts'
import {
  deleteAccount,
  type ErasedRows,
  removeBatch,
  removeOpenVoteBatch,
  transferRows,
} from './erased-rows-store.ts'
import {
  closeAccount,
  closedAccounts,
  hasOtherAdmin,
  insertSuccessor,
  lockClosed,
  lockErasable,
  lockOpenRounds,
  takeTurn,
} from './erasure-store.ts'
import { identitiesOf } from './identity-store.ts'

interface ErasureDeps {
  database: Database
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
  /** Keys the hash of erased identities. */
  secrets: IdentitySecrets
  /** Tells the person's devices; absent for the operator's command. */
  pushErasure?: PushErasure
}

/** Erasure of accounts: see docs/decisions/account-erasure.md. */
export function createErasure(deps: ErasureDeps) {
  const { database, bus, clock, secrets, pushErasure } = deps
  /** Locks an account that may be erased, with its rounds. Throws as `erase`. */
  const lock = async (sql: Sql, userId: number, nickname: string | null) => {
    await takeTurn(sql)
    const account = await lockErasable(sql, userId)
    if (!account) throw new ApiError('TOKEN_INVALID')
    if (nickname !== null && nickname !== account.nickname) {
      throw new ApiError('NICKNAME_MISMATCH', { field: 'nickname' })
    }
    if (account.isActiveAdmin && !(await hasOtherAdmin(sql, userId))) {
      throw new ApiError('LAST_ADMIN')
    }
    if (await lockOpenRounds(sql)) {
      throw new ApiError('NOT_READY', { headers: { 'retry-after': '5' } })
    }
    return account
  }

  const openRefDateAt = (now: number) => new Date(liveRound(now).refDate)

  /** @returns the removed rows, and whether the account is closed only because posts are left */
  const eraseIn = async (sql: Sql, actor: Actor, userId: number, nickname: string | null) => {
    const now = clock.now()
    const account = await lock(sql, userId, nickname)
    const left = { ...account, votesFrom: await closeOfVotedRound(sql, userId, now) }
    for (const identity of await identitiesOf(sql, userId)) {
      await rememberErased(sql, { identity, secrets, now }, left)
    }
    const at = new Date(now)
    const messages = (await pushErasure?.prepare(sql, userId, now)) ?? []
    const successorId = await insertWithUniqueCode((code) =>
      insertSuccessor(sql, { userId, code, now: at }),
    )
    const openRefDate = openRefDateAt(now)
    const isMore = await removeBatch(sql, userId)
    const erased = await transferRows(sql, { userId, successorId, openRefDate, now: at })
    if (isMore) await insertWithUniqueCode((code) => closeAccount(sql, { userId, code, now: at }))
    else await deleteAccount(sql, userId)
    await recordInternalAct(sql, { act: 'erase', actor, subjectId: successorId, now })
    return { erased, isMore, messages }
  }

  /** Empties the threads of votes in the open round, with which they go, in short transactions. */
  const removeOpenThreads = async (userId: number, nickname: string | null): Promise<void> => {
    const removeOpenBatch = () =>
      database.transaction(async (sql) => {
        await lock(sql, userId, nickname)
        return removeOpenVoteBatch(sql, userId, openRefDateAt(clock.now()))
      })
    while (await removeOpenBatch()) await yieldThread()
  }

  /** One short transaction of the removal. @returns whether rows are left */
  const removeNext = (userId: number): Promise<boolean> =>
    database.transaction(async (sql) => {
      await takeTurn(sql)
      if (!(await lockClosed(sql, userId))) return false
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
    bus.publish('levels', { userId })
    bus.publish('moderation', { target: 'user', id: userId })
  }

  return {
    /**
     * Erases an account and publishes it: one transaction, and batches for more posts, replies and reactions than
     * it may hold, before it those below notes of the open round. `nickname` must be the account's unless it is null.
     * @throws ApiError TOKEN_INVALID without account, NICKNAME_MISMATCH, LAST_ADMIN, NOT_READY during a
     * settlement
     */
    async erase(actor: Actor, userId: number, nickname: string | null): Promise<void> {
      await removeOpenThreads(userId, nickname)
      const { erased, isMore, messages } = await database.transaction((sql) =>
        eraseIn(sql, actor, userId, nickname),
      )
      publish(userId, erased)
      // Not awaited: a push service may take seconds, in which the person's own page learns of the ended session.
      void pushErasure?.send(messages)
      if (isMore) await removeRest(userId)
    },

    /** Continues erasures that a stop has interrupted. */
    async resume(): Promise<void> {
      for (const id of await closedAccounts(database)) await removeRest(id)
    },
  }
}
