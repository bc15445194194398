import { type Accounts, claimsOf } from '#api/accounts/accounts.ts'
import type { AccountStore } from '#api/accounts/store.ts'
import type { AccessTokenClaims } from '#api/auth/access-token-claims.ts'
import type { AppEventBus } from '#api/events.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { OwnVote, Profile } from '#shared/contract/profile.ts'
import { checkNickname } from '#shared/rules/nickname.ts'
import { toOwnVote } from './own-vote.ts'
import type { OwnVoteStore } from './store.ts'

interface ProfileParts {
  store: AccountStore
  ownVotes: OwnVoteStore
  accounts: Accounts
  bus: AppEventBus
}

export type ProfileService = ReturnType<typeof createProfileService>

/** A user's own data. Throws ApiError where a rule says no. */
export function createProfileService({ store, ownVotes, accounts, bus }: ProfileParts) {
  return {
    /** What the database says now, which may be newer than the token. */
    async read(userId: number): Promise<Profile> {
      const [account, rank] = await Promise.all([store.byId(userId), store.rank(userId)])
      if (!account) throw new ApiError('TOKEN_INVALID')
      return { ...claimsOf(account), settledVotes: account.settledVotes, rank }
    },

    /** The newest votes, at most `limit` of them, the newest first. */
    async votes(userId: number, limit: number): Promise<OwnVote[]> {
      return (await ownVotes.newest(userId, limit)).map(toOwnVote)
    },

    /** Renames and answers a token with the new nickname. */
    async rename(user: AccessTokenClaims, wanted: string): Promise<string> {
      const account = await store.byId(user.id)
      if (!account) throw new ApiError('TOKEN_INVALID')
      const check = checkNickname(wanted, account.nickname)
      if (!check.ok) throw new ApiError(check.code, { field: 'nickname' })
      await store.rename(user.id, check.nickname)
      bus.publish('nickname', { userId: user.id })
      return accounts.accessToken(user.id, user.sid)
    },
  }
}
