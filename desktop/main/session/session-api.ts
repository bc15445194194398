import type { RequestApi } from '#desktop/main/server/api-requests.ts'
import { AuthConfig, RefreshReply, TokenPair } from '#shared/contract/auth.ts'
import { Done } from '#shared/contract/common.ts'

/** Session endpoints of the API. All throw ApiFailure. */
export interface SessionApi {
  config(): Promise<AuthConfig>
  /** Exchanges a provider's ID token and the secret of its nonce for a session. */
  open(tokenId: string, nonce: string): Promise<TokenPair>
  /** Exchanges a one-time code of the server for a session. */
  exchange(code: string, verifier: string): Promise<TokenPair>
  /** Exchanges a refresh token for its successor and a new access token. */
  renew(refreshToken: string): Promise<RefreshReply>
  /** Revokes the session of a refresh token. */
  close(refreshToken: string): Promise<void>
}

export function createSessionApi(request: RequestApi): SessionApi {
  return {
    config: () => request(AuthConfig, '/auth/config'),
    open: (tokenId, nonce) => request(TokenPair, '/auth/google', { body: { tokenId, nonce } }),
    exchange: (code, verifier) =>
      request(TokenPair, '/auth/oidc/exchange', { body: { code, verifier } }),
    renew: (refreshToken) =>
      request(RefreshReply, '/auth/refresh-token', { body: { refreshToken } }),
    async close(refreshToken) {
      await request(Done, '/auth/logout', { body: { refreshToken } })
    },
  }
}
