import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { Fetch } from '#desktop/shared/renewing-fetch.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { ErrorReply } from '#shared/contract/errors.ts'

/** Sends a request and parses JSON. Rejects on time-out and on invalid JSON. */
export type RequestJson = (
  url: string,
  init?: RequestInit,
) => Promise<{ status: number; body: unknown }>

/** Time-out of a request and its reply, including a renewal of the session. */
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

/**
 * Calls the API at `path`, such as `/profile`, by POST with a body, and checks the reply against
 * `schema`. Throws ApiFailure: the server's code, or UNREACHABLE, also when a proxy answered.
 */
export type RequestApi = <Schema extends TSchema>(
  schema: Schema,
  path: string,
  body?: Record<string, string | number>,
) => Promise<Static<Schema>>

const unreachable = (status: number) =>
  new ApiFailure(status, 'UNREACHABLE', 'The server cannot be reached.')

/** `origin` is the API's, such as `https://tidemark.example`. */
export function createApiRequest(origin: string, requestJson: RequestJson): RequestApi {
  return async (schema, path, body) => {
    const headers = { 'content-type': 'application/json' }
    const init = body && { method: 'POST', headers, body: JSON.stringify(body) }
    const { status, body: reply } = await requestJson(`${origin}${API_PREFIX}${path}`, init).catch(
      () => {
        throw unreachable(0)
      },
    )
    if (status === 200 && Value.Check(schema, reply)) return reply
    if (Value.Check(ErrorReply, reply)) throw new ApiFailure(status, reply.code, reply.message)
    throw unreachable(status)
  }
}
