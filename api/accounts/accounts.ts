import type { AccessTokens } from '#api/auth/access-token.ts'
import type { AccessTokenUser } from '#api/auth/access-token-claims.ts'
import type { VerifiedIdentity } from '#api/auth/id-token.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import { firstNickname } from '#shared/rules/nickname.ts'
import { uniqueCode } from '#shared/rules/unique-code.ts'
import type { Account } from './account-row.ts'
import type { AccountStore } from './store.ts'

/** What an access token says of an account. */
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

export interface Accounts {
  /** The account of a verified person, made at the first sign-in. Answers its id. */
  signIn(identity: VerifiedIdentity): Promise<number>
  /** A new access token with what the database says now. Throws TOKEN_INVALID for a lost account. */
  accessToken(userId: number, sessionId: string): Promise<string>
  /** A new access token for an account that was read just now. */
  accessTokenOf(account: Account, sessionId: string): Promise<string>
}

interface AccountsOptions {
  store: AccountStore
  tokens: AccessTokens
  clock: Clock
  /** In lower case. */
  adminEmails: readonly string[]
}

/** A billion codes: a second collision in a row means that something else is wrong. */
const TRIES = 8

/** Makes the keeper of accounts. */
export function createAccounts({ store, tokens, clock, adminEmails }: AccountsOptions): Accounts {
  const accessTokenOf = (account: Account, sessionId: string) =>
    tokens.sign(claimsOf(account), sessionId)

  const tryOnce = async (identity: VerifiedIdentity): Promise<number | null> => {
    const now = clock.now()
    const { issuer, subject, email, givenName, method } = identity
    const known = await store.signedIn(issuer, subject, email, now)
    if (known !== null) return known
    const code = uniqueCode(crypto.getRandomValues(new Uint8Array(8)))
    return store.create({
      issuer,
      subject,
      method,
      email,
      nickname: firstNickname(givenName, code),
      uniqueCode: code,
      isAdmin: adminEmails.includes(email.toLowerCase()) ? 1 : 0,
      now,
    })
  }
  return {
    async signIn(identity) {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const id = await tryOnce(identity)
        if (id !== null) return id
      }
      throw new Error('no free unique code was found')
    },
    async accessToken(userId, sessionId) {
      const account = await store.byId(userId)
      if (!account) throw new ApiError('TOKEN_INVALID')
      return accessTokenOf(account, sessionId)
    },
    accessTokenOf,
  }
}
