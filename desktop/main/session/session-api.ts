import type { Static } from '@sinclair/typebox'
import type { RequestApi } from '#desktop/main/server/api-requests.ts'
import { AuthConfig, RefreshReply, TokenPair } from '#shared/contract/auth.ts'
import { Done } from '#shared/contract/common.ts'
import { type LinkStartBody, LinkStarted } from '#shared/contract/identities.ts'

/** Session endpoints of the API. All throw ApiFailure. */
export interface SessionApi {
  config(): Promise<AuthConfig>
  /** Exchanges a provider's ID token and the secret of its nonce for a session. */
  open(tokenId: string, nonce: string): Promise<TokenPair>
  /** Exchanges a one-time code of the server for a session. */
  exchange(code: string, verifier: string): Promise<TokenPair>
  /** The address that begins a link at a provider of the server's list. */
  startLink(accessToken: string, start: LinkStart): Promise<string>
  /** Adds the identity of a one-time code to the account. */
  linkCode(accessToken: string, code: string, verifier: string): Promise<void>
  /** Adds the identity of an ID token to the account. */
  linkToken(accessToken: string, tokenId: string, nonce: string): Promise<void>
  /** Exchanges a refresh token for its successor and a new access token. */
  renew(refreshToken: string): Promise<RefreshReply>
  /** Revokes the session of a refresh token. */
  close(refreshToken: string): Promise<void>
}

/** Body of the start of a link, without optional fields. */
export type LinkStart = Required<Static<typeof LinkStartBody>>

export function createSessionApi(request: RequestApi): SessionApi {
  return {
    config: () => request(AuthConfig, '/auth/config'),
    open: (tokenId, nonce) => request(TokenPair, '/auth/google', { body: { tokenId, nonce } }),
    exchange: (code, verifier) =>
      request(TokenPair, '/auth/oidc/exchange', { body: { code, verifier } }),
    async startLink(accessToken, start) {
      const path = '/account/identities/start'
      return (await request(LinkStarted, path, { accessToken, body: start })).url
    },
    async linkCode(accessToken, code, verifier) {
      await request(Done, '/account/identities/code', { accessToken, body: { code, verifier } })
    },
    async linkToken(accessToken, tokenId, nonce) {
      await request(Done, '/account/identities/token', { accessToken, body: { tokenId, nonce } })
    },
    renew: (refreshToken) =>
      request(RefreshReply, '/auth/refresh-token', { body: { refreshToken } }),
    async close(refreshToken) {
      await request(Done, '/auth/logout', { body: { refreshToken } })
    },
  }
}
