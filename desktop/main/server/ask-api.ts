import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { ErrorReply } from '#shared/contract/errors.ts'
import type { AskJson } from './ask-json.ts'

interface ApiRequest {
  /** Sent by POST; without one the request is a GET. */
  body?: Record<string, string>
  accessToken?: string | null
}

/**
 * Asks the API at `path`, such as `/profile`, and answers what the contract's `schema` promises.
 * Throws ApiFailure: the server's when it refused, else one with the code UNREACHABLE, also when
 * something in between answered for the server.
 */
export type AskApi = <Schema extends TSchema>(
  schema: Schema,
  path: string,
  request?: ApiRequest,
) => Promise<Static<Schema>>

const unreachable = (status: number) =>
  new ApiFailure(status, 'UNREACHABLE', 'The server cannot be reached.')

/** `origin` is the API's, such as `https://tidemark.example`. */
export function createAskApi(origin: string, askJson: AskJson): AskApi {
  return async (schema, path, { body, accessToken } = {}) => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    }
    const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const { status, body: reply } = await askJson(`${origin}${API_PREFIX}${path}`, sent).catch(
      () => {
        throw unreachable(0)
      },
    )
    if (status === 200 && Value.Check(schema, reply)) return reply
    if (Value.Check(ErrorReply, reply)) throw new ApiFailure(status, reply.code, reply.message)
    throw unreachable(status)
  }
}
