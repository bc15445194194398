import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { claimsOf } from '#api/modules/account/account.ts'
import type { AccountStore } from '#api/modules/account/account-store.ts'
import type { Accounts } from '#api/modules/account/accounts.ts'
import type { AccessTokenClaims } from '#api/modules/auth/access-token.ts'
import type { OwnVote, OwnWeek, Profile } from '#shared/contract/profile.ts'
import { areNamesSimilar } from '#shared/rules/name-skeleton.ts'
import { checkNickname } from '#shared/rules/nickname.ts'
import { toOwnVote } from './own-vote.ts'
import type { OwnVoteStore } from './store.ts'
import { readWeek } from './week.ts'

export interface ProfileDeps {
  store: Pick<AccountStore, 'byId' | 'rank' | 'rename' | 'removedNicknames'>
  clock: Clock
  ownVotes: OwnVoteStore
  accounts: Pick<Accounts, 'accessToken'>
  bus: Pick<AppEventBus, 'publish'>
}

export type ProfileService = ReturnType<typeof createProfileService>

/** A user's own data. Methods throw an ApiError when a rule forbids the call. */
export function createProfileService({ store, ownVotes, accounts, bus, clock }: ProfileDeps) {
  return {
    /** The profile from the database, which may be newer than the access token. */
    async get(userId: number): Promise<Profile> {
      const [account, rank] = await Promise.all([
        store.byId(userId),
        store.rank(userId, clock.now()),
      ])
      if (!account) throw new ApiError('TOKEN_INVALID')
      const { settledVotes, calls, mutedUntil, ranksFrom } = account
      const muted = mutedUntil !== null && mutedUntil > clock.now()
      return {
        ...claimsOf(account),
        settledVotes,
        calls,
        rank,
        mutedUntil: muted ? new Date(mutedUntil).toISOString() : null,
        ranksFrom:
          ranksFrom !== null && ranksFrom > clock.now() ? new Date(ranksFrom).toISOString() : null,
      }
    },

    /** Newest first. */
    async votes(userId: number, limit: number): Promise<OwnVote[]> {
      return (await ownVotes.newest(userId, limit)).map(toOwnVote)
    },

    /** The own week by its name, the last complete one by default. @throws ApiError INVALID, NOT_FOUND */
    week: (userId: number, week: string | undefined): Promise<OwnWeek> =>
      readWeek(ownVotes, userId, { week, now: clock.now() }),

    /** Checks a nickname against the rules that need no stored one. */
    checkName(nickname: string): void {
      const check = checkNickname(nickname, '')
      if (!check.ok) throw new ApiError(check.code, { field: 'nickname' })
    },

    /** @returns an access token with the new nickname */
    async rename(user: AccessTokenClaims, nickname: string): Promise<string> {
      const account = await store.byId(user.id)
      if (!account) throw new ApiError('TOKEN_INVALID')
      const check = checkNickname(nickname, account.nickname)
      if (!check.ok) throw new ApiError(check.code, { field: 'nickname' })
      if (account.mutedUntil !== null && account.mutedUntil > clock.now())
        throw new ApiError('MUTED')
      const removed = await store.removedNicknames(user.id)
      if (removed.some((name) => areNamesSimilar(name, check.nickname))) {
        throw new ApiError('NICKNAME_REFUSED', { field: 'nickname' })
      }
      await store.rename(user.id, check.nickname)
      bus.publish('nickname', { userId: user.id })
      return accounts.accessToken(user.id, user.sid)
    },
  }
}
