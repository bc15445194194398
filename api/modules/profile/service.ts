import { type Accounts, claimsOf } from '#api/accounts/accounts.ts'
import type { AccountStore } from '#api/accounts/store.ts'
import type { AccessTokenClaims } from '#api/auth/access-token-claims.ts'
import type { Bus } from '#api/platform/bus.ts'
import { ApiError } from '#api/platform/errors.ts'
import type { Profile } from '#shared/contract/profile.ts'
import { checkNickname } from '#shared/rules/nickname.ts'

interface ProfileParts {
  store: AccountStore
  accounts: Accounts
  bus: Bus
}

export type ProfileService = ReturnType<typeof createProfileService>

/** A user's own data. Throws ApiError where a rule says no. */
export function createProfileService({ store, accounts, bus }: ProfileParts) {
  return {
    /** What the database says now, which may be newer than the token. */
    async read(userId: number): Promise<Profile> {
      const [account, rank] = await Promise.all([store.byId(userId), store.rank(userId)])
      if (!account) throw new ApiError('TOKEN_INVALID')
      return { ...claimsOf(account), settledVotes: account.settledVotes, rank }
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
