import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AuthConfig, TokenPair, UserClaims } from '#shared/contract/auth.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { ErrorReply } from '#shared/contract/errors.ts'

/** A raw reply. `body` is parsed JSON, or text if it is not JSON. */
export interface RawReply {
  status: number
  headers: Headers
  body: unknown
}

export interface CallOptions {
  body?: unknown
  headers?: Record<string, string>
}

/** HTTP calls whose replies are validated against the contract's schemas. */
export interface ApiClient {
  /** The same client with another access token; null for none. */
  as(token: string | null): ApiClient
  /** Returns the reply unvalidated. `path` is relative to /api/v1. */
  raw(method: string, path: string, options?: CallOptions): Promise<RawReply>
  /** Expects status 200 and the shape of `schema`. */
  call<Schema extends TSchema>(
    schema: Schema,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Static<Schema>>
  get<Schema extends TSchema>(schema: Schema, path: string): Promise<Static<Schema>>
  /** Expects an error and returns `status code`, such as "409 ALREADY_VOTED". */
  refusal(method: string, path: string, body?: unknown): Promise<string>
  authConfig(): Promise<AuthConfig>
  signIn(tokenId: string): Promise<TokenPair>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Validates `value` strictly: additional fields fail too. */
export function conform<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (!Value.Check(schema, value)) {
    const [first] = [...Value.Errors(schema, value)]
    throw new Error(
      `not the contract's shape: ${first?.path} ${first?.message}: ${Bun.inspect(value)}`,
    )
  }
  const known = Value.Clean(schema, structuredClone(value))
  if (!Bun.deepEquals(known, value)) {
    throw new Error(`fields the contract does not name: ${Bun.inspect(value)}`)
  }
  return value
}

/** Decodes the claims of an access token without verifying it. */
export function claimsOf(token: string): UserClaims {
  const payload: unknown = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  )
  return Value.Parse(UserClaims, payload)
}

/** Creates a client of the server at `url`. */
export function apiClient(url: string, token: string | null = null): ApiClient {
  const raw = async (method: string, path: string, { body, headers }: CallOptions = {}) => {
    const response = await fetch(`${url}${API_PREFIX}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const { status, headers: replied } = response
    return { status, headers: replied, body: parsed(await response.text()) }
  }
  const client: ApiClient = {
    as: (other) => apiClient(url, other),
    raw,
    async call(schema, method, path, body) {
      const reply = await raw(method, path, body === undefined ? {} : { body })
      if (reply.status !== 200) {
        throw new Error(`${method} ${path}: ${reply.status} ${Bun.inspect(reply.body)}`)
      }
      return conform(schema, reply.body)
    },
    get: (schema, path) => client.call(schema, 'GET', path),
    async refusal(method, path, body) {
      const reply = await raw(method, path, body === undefined ? {} : { body })
      return `${reply.status} ${conform(ErrorReply, reply.body).code}`
    },
    authConfig: () => client.get(AuthConfig, '/auth/config'),
    signIn: (tokenId) => client.call(TokenPair, 'POST', '/auth/google', { tokenId }),
  }
  return client
}
