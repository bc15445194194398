import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ApiFailure } from '#desktop/common/api-failure.ts'
import { AuthConfig, RefreshReply, TokenPair } from '#shared/contract/auth.ts'
import { API_PREFIX, Done } from '#shared/contract/common.ts'
import { ErrorReply } from '#shared/contract/errors.ts'
import type { AskJson } from './ask-json.ts'

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

const unreachable = (status: number) =>
  new ApiFailure(status, 'UNREACHABLE', 'The server cannot be reached.')

/** `origin` is the API's, such as `https://tidemark.example`. */
export function createSessionServer(origin: string, askJson: AskJson): SessionServer {
  const call = async <Schema extends TSchema>(
    schema: Schema,
    path: string,
    body?: Record<string, string>,
  ): Promise<Static<Schema>> => {
    const sent = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const { status, body: reply } = await askJson(`${origin}${API_PREFIX}/auth${path}`, sent).catch(
      () => {
        throw unreachable(0)
      },
    )
    if (status === 200 && Value.Check(schema, reply)) return reply
    if (Value.Check(ErrorReply, reply)) throw new ApiFailure(status, reply.code, reply.message)
    // Something in between answered for the server.
    throw unreachable(status)
  }

  return {
    config: () => call(AuthConfig, '/config'),
    open: (tokenId) => call(TokenPair, '/google', { tokenId }),
    renew: (refreshToken) => call(RefreshReply, '/refresh-token', { refreshToken }),
    async close(refreshToken) {
      await call(Done, '/logout', { refreshToken })
    },
  }
}
