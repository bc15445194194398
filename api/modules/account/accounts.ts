import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccessTokens } from '#api/modules/auth/access-token.ts'
import type { VerifiedIdentity } from '#api/modules/auth/id-token.ts'
import { firstNickname } from '#shared/rules/nickname.ts'
import { uniqueCode } from '#shared/rules/unique-code.ts'
import { type Account, claimsOf } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { ErasedIdentities } from './erased-identity-store.ts'

export interface Accounts {
  /**
   * Finds or creates the account of an identity and returns its id.
   * @throws ApiError ID_TOKEN_INVALID for an identity or account of the embedded provider in production
   */
  signIn(identity: VerifiedIdentity): Promise<number>
  /**
   * A new access token from the stored account.
   * @throws ApiError TOKEN_INVALID without account, REFRESH_INVALID for one that may not sign in
   */
  accessToken(userId: number, sessionId: string): Promise<string>
  /** A new access token for an account that was just read. */
  accessTokenOf(account: Account, sessionId: string): Promise<string>
  /** Accounts created by this instance since its start. */
  stats(): { created: number }
}

export interface AccountsDeps {
  store: Pick<AccountStore, 'byId' | 'recordSignIn' | 'insert'>
  erasedIdentities: Pick<ErasedIdentities, 'find'>
  tokens: Pick<AccessTokens, 'sign'>
  clock: Clock
  /** Called after an account was created with the mute or ban of an earlier one. */
  onSanctioned?: (userId: number) => void
  /** In lower case. */
  adminEmails: readonly string[]
  /** Whether accounts of the embedded provider may sign in; false in production. */
  acceptsLocal: boolean
}

/** Accounts at sign-in and their access tokens. */
export function createAccounts(deps: AccountsDeps): Accounts {
  const { store, erasedIdentities, tokens, clock, adminEmails, acceptsLocal } = deps
  const accessTokenOf = (account: Account, sessionId: string) =>
    tokens.sign(claimsOf(account), sessionId)

  let created = 0

  const findOrInsert = async (identity: VerifiedIdentity, code: string): Promise<number | null> => {
    const now = clock.now()
    const { issuer, subject, email, givenName, method } = identity
    const known = await store.recordSignIn(issuer, subject, email, now)
    if (known) {
      // Anybody could have entered a local account and linked an identity to it.
      if (known.method === 'local' && !acceptsLocal) throw new ApiError('ID_TOKEN_INVALID')
      return known.id
    }
    const earlier = await erasedIdentities.find(identity, now)
    const id = await store.insert({
      issuer,
      subject,
      method,
      email,
      nickname: firstNickname(givenName, code),
      uniqueCode: code,
      isAdmin: adminEmails.includes(email.toLowerCase()) ? 1 : 0,
      now,
      earlier,
    })
    if (id !== null) created += 1
    if (id !== null && (earlier?.mutedUntil || earlier?.bannedAt)) deps.onSanctioned?.(id)
    return id
  }
  return {
    async signIn(identity) {
      if (identity.method === 'local' && !acceptsLocal) throw new ApiError('ID_TOKEN_INVALID')
      return insertWithUniqueCode((code) => findOrInsert(identity, code))
    },
    async accessToken(userId, sessionId) {
      const account = await store.byId(userId)
      if (!account) throw new ApiError('TOKEN_INVALID')
      if (account.loginMethod === 'local' && !acceptsLocal) throw new ApiError('REFRESH_INVALID')
      return accessTokenOf(account, sessionId)
    },
    accessTokenOf,
    stats: () => ({ created }),
  }
}

/** There are a billion unique codes, so repeated collisions mean another fault. */
const ATTEMPTS = 8

/**
 * Inserts an account with a random unique code. `insert` returns the id, or null when another account
 * has the code; then it is called again with another code.
 */
export async function insertWithUniqueCode(
  insert: (code: string) => Promise<number | null>,
): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const id = await insert(uniqueCode(crypto.getRandomValues(new Uint8Array(8))))
    if (id !== null) return id
  }
  throw new Error('found no free unique code')
}
