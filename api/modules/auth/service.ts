import { createHash } from 'node:crypto'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { GoogleSignInBody, RefreshReply, TokenPair } from '#shared/contract/auth.ts'
import { BOUND_NONCE, CONFIRM_NONCE, LINK_NONCE } from '#shared/rules/bound-nonce.ts'
import type { Device } from './device-name.ts'
import type { IdTokenProof, IdTokenVerifier, VerifiedIdentity } from './id-token.ts'
import type { Sessions } from './sessions.ts'
import type { SpentTokens } from './spent-token-store.ts'

const FAILURES = {
  INVALID_TOKEN: 'ID_TOKEN_INVALID',
  EMAIL_NOT_VERIFIED: 'EMAIL_NOT_VERIFIED',
  PROVIDER_UNAVAILABLE: 'PROVIDER_UNAVAILABLE',
} as const

/** The accounts that identities sign in to. */
interface SignInAccounts {
  /** Finds or creates the account of an identity. @returns its id */
  signIn(identity: VerifiedIdentity): Promise<number>
  /** A new access token of a session from the stored account. */
  accessToken(userId: number, sessionId: string): Promise<string>
}

export interface AuthDeps {
  verifier: IdTokenVerifier
  accounts: SignInAccounts
  sessions: Pick<Sessions, 'open' | 'refresh' | 'revoke' | 'close'>
  /** The moderator's message of a user's latest ban; empty without one. */
  banMessage: (userId: number) => Promise<string>
  spentTokens: Pick<SpentTokens, 'isKnown' | 'spend'>
}

/** A verified ID token that has not opened a session yet. */
export interface VerifiedSignIn {
  identity: VerifiedIdentity
  token: IdTokenProof
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Whether `secret` proves that the sender began this sign-in. Older clients bind no nonce. */
function isNonceProven(nonce: string | undefined, secret: string | undefined): boolean {
  if (nonce?.startsWith(LINK_NONCE) || nonce?.startsWith(CONFIRM_NONCE)) return false
  if (!nonce?.startsWith(BOUND_NONCE)) return secret === undefined
  if (secret === undefined) return false
  return nonce === BOUND_NONCE + sha256(secret)
}

type LinkProof = Required<GoogleSignInBody>

export type AuthService = ReturnType<typeof createAuthService>

/** Sign-in, token refresh and sign-out. Throws an ApiError when the identity or token is rejected. */
export function createAuthService(deps: AuthDeps) {
  const { verifier, accounts, sessions, spentTokens, banMessage } = deps

  /** Adds the moderator's message to the refusal of a banned user. */
  const rethrowBan = async (userId: number, error: unknown): Promise<never> => {
    if (!(error instanceof ApiError) || error.code !== 'BANNED') throw error
    const message = await banMessage(userId)
    throw message ? new ApiError('BANNED', { message: `${error.message} ${message}` }) : error
  }

  const open = async (identity: VerifiedIdentity, device?: Device): Promise<TokenPair> => {
    const userId = await accounts.signIn(identity)
    const { sessionId, refreshToken } = await sessions
      .open(userId, device, identity)
      .catch((error: unknown) => rethrowBan(userId, error))
    return { token: await accounts.accessToken(userId, sessionId), refreshToken }
  }

  const verifyToken = async (tokenId: string): Promise<VerifiedSignIn> => {
    const result = await verifier.verify(tokenId)
    if (!result.ok) throw new ApiError(FAILURES[result.failure])
    return { identity: result.identity, token: result.token }
  }

  return {
    /** Opens a session for an identity whose proof the caller has used up. */
    open,

    /** Verifies a provider's ID token, which changes nothing. */
    async verify({ tokenId, nonce }: GoogleSignInBody): Promise<VerifiedSignIn> {
      const verified = await verifyToken(tokenId)
      if (!isNonceProven(verified.token.nonce, nonce) || spentTokens.isKnown(verified.token)) {
        throw new ApiError('ID_TOKEN_INVALID')
      }
      return verified
    },

    /**
     * The identity of an ID token that this session asked for, once; `prefix` of its nonce says what for.
     * @throws ApiError LINK_INVALID, EMAIL_NOT_VERIFIED, PROVIDER_UNAVAILABLE
     */
    async verifyLink(
      { tokenId, nonce }: LinkProof,
      sessionId: string,
      prefix: typeof LINK_NONCE | typeof CONFIRM_NONCE = LINK_NONCE,
    ): Promise<VerifiedIdentity> {
      const { identity, token } = await verifyToken(tokenId).catch((error: unknown) => {
        const isInvalid = error instanceof ApiError && error.code === 'ID_TOKEN_INVALID'
        throw isInvalid ? new ApiError('LINK_INVALID') : error
      })
      const isOurs = token.nonce === prefix + sha256(`${nonce}.${sessionId}`)
      if (!isOurs || !(await spentTokens.spend(token))) throw new ApiError('LINK_INVALID')
      return identity
    },

    /** Exchanges a verified ID token for a session, once. */
    async signIn({ identity, token }: VerifiedSignIn, device?: Device): Promise<TokenPair> {
      if (!(await spentTokens.spend(token))) throw new ApiError('ID_TOKEN_INVALID')
      return open(identity, device)
    },

    /** A new access token and the rotated refresh token. `limitExchanges` is called before a rotation. */
    async refresh(
      refreshToken: string,
      limitExchanges?: (userId: number) => Promise<void>,
    ): Promise<RefreshReply> {
      const result = await sessions.refresh(refreshToken, limitExchanges)
      if (!result.ok) throw new ApiError('REFRESH_INVALID')
      const accessToken = await accounts.accessToken(result.userId, result.sessionId)
      return { accessToken, refreshToken: result.refreshToken }
    },

    /**
     * Ends the session of an access token, of a refresh token, or of both.
     * @returns whether there was one
     */
    async signOut(sessionId: string | null, refreshToken: string | undefined): Promise<boolean> {
      if (sessionId !== null) await sessions.revoke(sessionId)
      const isClosed = refreshToken !== undefined && (await sessions.close(refreshToken))
      return isClosed || sessionId !== null
    },
  }
}
