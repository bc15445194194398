import type { Accounts } from '#api/accounts/service.ts'
import type { IdTokenVerifier } from '#api/auth/id-token.ts'
import type { Sessions } from '#api/auth/sessions.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { RefreshReply, TokenPair } from '#shared/contract/auth.ts'

const FAILURES = {
  INVALID_TOKEN: 'ID_TOKEN_INVALID',
  EMAIL_NOT_VERIFIED: 'EMAIL_NOT_VERIFIED',
  PROVIDER_UNAVAILABLE: 'PROVIDER_UNAVAILABLE',
} as const

export interface AuthDeps {
  verifier: IdTokenVerifier
  accounts: Pick<Accounts, 'signIn' | 'accessToken'>
  sessions: Pick<Sessions, 'open' | 'refresh' | 'revoke' | 'close'>
}

export type AuthService = ReturnType<typeof createAuthService>

/** Sign-in, token refresh and sign-out. Throws an ApiError when the identity or token is rejected. */
export function createAuthService({ verifier, accounts, sessions }: AuthDeps) {
  return {
    /** Exchanges a provider's ID token for a session. */
    async signIn(tokenId: string): Promise<TokenPair> {
      const result = await verifier.verify(tokenId)
      if (!result.ok) throw new ApiError(FAILURES[result.failure])
      const userId = await accounts.signIn(result.identity)
      const { sessionId, refreshToken } = await sessions.open(userId)
      return { token: await accounts.accessToken(userId, sessionId), refreshToken }
    },

    /** A new access token and the rotated refresh token. */
    async refresh(refreshToken: string): Promise<RefreshReply> {
      const result = await sessions.refresh(refreshToken)
      if (!result.ok) throw new ApiError('REFRESH_INVALID')
      const accessToken = await accounts.accessToken(result.userId, result.sessionId)
      return { accessToken, refreshToken: result.refreshToken }
    },

    /** Ends the session of an access token, of a refresh token, or of both. */
    async signOut(sessionId: string | null, refreshToken: string | undefined): Promise<void> {
      if (sessionId !== null) await sessions.revoke(sessionId)
      if (refreshToken !== undefined) await sessions.close(refreshToken)
    },
  }
}
