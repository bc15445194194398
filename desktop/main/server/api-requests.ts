import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { ErrorReply } from '#shared/contract/errors.ts'

/** The part of `fetch` that is used here: Electron's `net.fetch` and the global one are both it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Sends a request and reads the reply as JSON. Rejects for no reply in time and for no JSON. */
export type RequestJson = (
  url: string,
  init?: RequestInit,
) => Promise<{ status: number; body: unknown }>

/** How long a server may take over one request and its reply. */
const PATIENCE_MS = 15_000

/** `quit` gives up all that is under way. A redirect is not followed: what is sent may be a secret. */
export function createJsonRequest(fetch: Fetch, quit: AbortSignal): RequestJson {
  return async (url, init) => {
    const own = new AbortController()
    const giveUp = () => own.abort()
    const timer = setTimeout(giveUp, PATIENCE_MS)
    quit.addEventListener('abort', giveUp)
    try {
      const reply = await fetch(url, { ...init, redirect: 'error', signal: own.signal })
      return { status: reply.status, body: await reply.json() }
    } finally {
      clearTimeout(timer)
      quit.removeEventListener('abort', giveUp)
    }
  }
}

interface ApiRequestOptions {
  /** Sent by POST; without one the request is a GET. */
  body?: Record<string, string>
  accessToken?: string | null
}

/**
 * Asks the API at `path`, such as `/profile`, and answers what the contract's `schema` promises.
 * Throws ApiFailure: the server's when it refused, else one with the code UNREACHABLE, also when
 * something in between answered for the server.
 */
export type RequestApi = <Schema extends TSchema>(
  schema: Schema,
  path: string,
  request?: ApiRequestOptions,
) => Promise<Static<Schema>>

const unreachable = (status: number) =>
  new ApiFailure(status, 'UNREACHABLE', 'The server cannot be reached.')

/** `origin` is the API's, such as `https://tidemark.example`. */
export function createApiRequest(origin: string, requestJson: RequestJson): RequestApi {
  return async (schema, path, { body, accessToken } = {}) => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    }
    const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const { status, body: reply } = await requestJson(`${origin}${API_PREFIX}${path}`, sent).catch(
      () => {
        throw unreachable(0)
      },
    )
    if (status === 200 && Value.Check(schema, reply)) return reply
    if (Value.Check(ErrorReply, reply)) throw new ApiFailure(status, reply.code, reply.message)
    throw unreachable(status)
  }
}
