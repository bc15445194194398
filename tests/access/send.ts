import { expect } from 'bun:test'
import { ErrorReply } from '#shared/contract/errors.ts'
import { conform } from '#tests/support/api-client.ts'

export interface Sent {
  status: number
  headers: Headers
  text: string
  /** `200`, or status, code and field of a refusal, such as "422 INVALID page". */
  answer: string
}

/** What every reply carries, errors included. */
const SECURITY = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Stacks, SQL, the names of libraries and tables, paths of this machine. */
const INSIDE =
  /\bat \S+ \(|\.(ts|mjs|js):\d|node_modules|\/work\/|\/tmp\/|\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b|prisma|postgres|pglite|violates|constraint|typebox|elysia|user_account/i

function answerOf(status: number, text: string): string {
  if (status < 400) return String(status)
  const { code, field, message, error } = conform(ErrorReply, JSON.parse(text))
  expect(error).toBe(message)
  return field === undefined ? `${status} ${code}` : `${status} ${code} ${field}`
}

/**
 * Sends one request to `url` (whole) and holds the reply to what all replies keep to: the security
 * headers, and a refusal to being an ErrorReply and no more, with a request id and nothing of the inside.
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
  // What is answered from memory is not worth a line in the log, so it has no id either.
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  expect(text).not.toMatch(INSIDE)
  expect(headers.get('content-type')).toStartWith('application/json')
  return { status, headers, text, answer: answerOf(status, text) }
}

/** A JSON request of the person with `token`. `body` goes out as it is when it is no object. */
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
