import { expect } from 'bun:test'
import { ErrorReply } from '#shared/contract/errors.ts'
import { conform } from '#tests/support/api-client.ts'

export interface Sent {
  status: number
  headers: Headers
  text: string
  /** `200`, or status, code and field of an error, such as "422 INVALID page". */
  answer: string
}

/** Headers of every reply, errors included. */
const SECURITY = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Stack traces, SQL, library and table names, file system paths. */
const INSIDE =
  /\bat \S+ \(|\.(ts|mjs|js):\d|node_modules|\/work\/|\/tmp\/|\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b|prisma|postgres|pglite|violates|constraint|typebox|elysia|user_account/i

function replyCode(status: number, text: string): string {
  if (status < 400) return String(status)
  const { code, field, message, error } = conform(ErrorReply, JSON.parse(text))
  expect(error).toBe(message)
  return field === undefined ? `${status} ${code}` : `${status} ${code} ${field}`
}

/**
 * Sends one request to an absolute `url` and checks what holds for every reply: security headers, and for
 * an error exactly an ErrorReply with a request id and no internals.
 */
export async function send(url: string, init: RequestInit = {}): Promise<Sent> {
  const response = await fetch(url, init)
  const { status, headers } = response
  const text = await response.text()
  const context = `${init.method ?? 'GET'} ${url} ${status}`
  for (const [name, value] of Object.entries(SECURITY)) {
    expect([context, name, headers.get(name)]).toEqual([context, name, value])
  }
  if (status < 400 || init.method === 'HEAD') return { status, headers, text, answer: `${status}` }
  // Cached replies are not logged and have no request id.
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  expect(text).not.toMatch(INSIDE)
  expect(headers.get('content-type')).toStartWith('application/json')
  return { status, headers, text, answer: replyCode(status, text) }
}

/** A JSON request with `token`; a string `body` is sent unchanged. */
export function json(method: string, token: string | null, body: unknown): RequestInit {
  return {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}
