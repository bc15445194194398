import type { RequestApi } from '#desktop/main/server/api-requests.ts'
import { AuthConfig, RefreshReply, TokenPair } from '#shared/contract/auth.ts'
import { Done } from '#shared/contract/common.ts'

/** What a session asks of the API. Everything throws ApiFailure. */
export interface SessionServer {
  config(): Promise<AuthConfig>
  /** Trades a provider's ID token for a session. */
  open(tokenId: string): Promise<TokenPair>
  /** Exchanges a refresh token for its successor and a new access token. */
  renew(refreshToken: string): Promise<RefreshReply>
  /** Ends the session a refresh token belongs to. */
  close(refreshToken: string): Promise<void>
}

export function createSessionServer(ask: RequestApi): SessionServer {
  return {
    config: () => ask(AuthConfig, '/auth/config'),
    open: (tokenId) => ask(TokenPair, '/auth/google', { body: { tokenId } }),
    renew: (refreshToken) => ask(RefreshReply, '/auth/refresh-token', { body: { refreshToken } }),
    async close(refreshToken) {
      await ask(Done, '/auth/logout', { body: { refreshToken } })
    },
  }
}
