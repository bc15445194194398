import type { Static } from '@sinclair/typebox'
import type { RequestApi } from '#desktop/main/server/api-requests.ts'
import { RefreshReply, TokenPair } from '#shared/contract/auth.ts'
import { Done } from '#shared/contract/common.ts'
import { type LinkStartBody, LinkStarted } from '#shared/contract/identities.ts'
import type { ProofPurpose } from '#shared/rules/bound-nonce.ts'

/** Session endpoints of the API. All throw ApiFailure. */
export interface SessionApi {
  /** Exchanges a one-time code of the server for a session. */
  exchange(code: string, verifier: string): Promise<TokenPair>
  /** Exchanges a refresh token for its successor and a new access token. */
  renew(refreshToken: string): Promise<RefreshReply>
  /** Revokes the session of a refresh token. */
  close(refreshToken: string): Promise<void>
}

/** The two calls of a link or of a repeated sign-in; each renews the session when needed. */
export interface ProofCalls {
  /** The address that begins it at a provider. */
  start(start: LinkStart): Promise<string>
  /** Finishes it with a one-time code. */
  code(code: string, verifier: string): Promise<void>
}

const PROOF_PATHS = { link: '/account/identities', confirm: '/account/reauthentication' }

/** Body of the start of a link, without optional fields. */
export type LinkStart = Required<Static<typeof LinkStartBody>>

export function createSessionApi(request: RequestApi): SessionApi {
  return {
    exchange: (code, verifier) => request(TokenPair, '/auth/oidc/exchange', { code, verifier }),
    renew: (refreshToken) => request(RefreshReply, '/auth/refresh-token', { refreshToken }),
    async close(refreshToken) {
      await request(Done, '/auth/logout', { refreshToken })
    },
  }
}

/**
 * Calls of a session that adds an identity to the account, or repeats its sign-in. `request` calls
 * the API as the user.
 */
export function createProofCalls(request: RequestApi, purpose: ProofPurpose): ProofCalls {
  const path = PROOF_PATHS[purpose]
  return {
    start: async (start) => (await request(LinkStarted, `${path}/start`, start)).url,
    async code(code, verifier) {
      await request(Done, `${path}/code`, { code, verifier })
    },
  }
}
