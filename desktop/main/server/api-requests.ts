import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { ErrorReply } from '#shared/contract/errors.ts'

/** The part of `fetch` in use; Electron's `net.fetch` and the global one both match. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Sends a request and parses JSON. Rejects on time-out and on invalid JSON. */
export type RequestJson = (
  url: string,
  init?: RequestInit,
) => Promise<{ status: number; body: unknown }>

/** Time-out of a request and its reply. */
const TIMEOUT_MS = 15_000

/** `quit` aborts all requests. Redirects are errors: the body may be a secret. */
export function createJsonRequest(fetch: Fetch, quit: AbortSignal): RequestJson {
  return async (url, init) => {
    const own = new AbortController()
    const abort = () => own.abort()
    const timer = setTimeout(abort, TIMEOUT_MS)
    quit.addEventListener('abort', abort)
    try {
      const reply = await fetch(url, { ...init, redirect: 'error', signal: own.signal })
      return { status: reply.status, body: await reply.json() }
    } finally {
      clearTimeout(timer)
      quit.removeEventListener('abort', abort)
    }
  }
}

interface ApiRequestOptions {
  /** Makes it a POST. */
  body?: Record<string, string | number>
  accessToken?: string | null
}

/**
 * Calls the API at `path`, such as `/profile`, and checks the reply against `schema`. Throws
 * ApiFailure: the server's code, or UNREACHABLE, also when a proxy answered.
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
