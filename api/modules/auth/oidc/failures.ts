import * as oidc from 'openid-client'
import type { OidcError } from '#shared/contract/auth.ts'
import type { OidcProvider } from './provider-entry.ts'

/** Why there is no identity. The message is for the log, without secrets. */
export class OidcFailure extends Error {
  readonly reason: OidcError
  /** Whether the browser brought the reason, which anybody can invent. */
  readonly isReported: boolean

  constructor(reason: OidcError, message: string, isReported = false) {
    super(message)
    this.reason = reason
    this.isReported = isReported
  }
}

/** OAuth error codes that are the operator's to fix: scopes, redirect, client id, secret. */
const MISCONFIGURED = new Set([
  'invalid_scope',
  'invalid_client',
  'unauthorized_client',
  'invalid_request',
  'unsupported_response_type',
])

/** OAuth's error code of a sign-in that the person cancels, and Apple's own. */
const CANCELLED = new Set(['access_denied', 'user_cancelled_authorize'])

/** A refusal in the redirect. Kakao names a scope that is not enabled KOE205. */
export function redirectFailure(callback: URLSearchParams, error: string): OidcFailure {
  const about = callback.get('error_description')?.match(/KOE\d+/)?.[0] ?? ''
  const message = `the provider answered ${error.slice(0, 60)} ${about}`.trim()
  if (CANCELLED.has(error) && about !== 'KOE205') {
    return new OidcFailure('cancelled', message, true)
  }
  if (error === 'server_error' || error === 'temporarily_unavailable') {
    return new OidcFailure('unavailable', message, true)
  }
  const isOurs = MISCONFIGURED.has(error) || about === 'KOE205'
  return new OidcFailure(isOurs ? 'misconfigured' : 'refused', message, true)
}

/** Whether the provider did not answer usefully, rather than refuse. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500
  if (error instanceof oidc.ClientError) {
    if (error.code === 'OAUTH_TIMEOUT') return true
    return error.cause instanceof Response && error.cause.status >= 500
  }
  // fetch: no connection.
  return error instanceof Error && !(error instanceof oidc.AuthorizationResponseError)
}

/** Every error of a sign-in as an OidcFailure. */
export function failureOf(error: unknown): OidcFailure {
  if (error instanceof OidcFailure) return error
  if (error instanceof oidc.ResponseBodyError && MISCONFIGURED.has(error.error)) {
    return new OidcFailure('misconfigured', `the token endpoint answered ${error.error}`)
  }
  // A 401 with a challenge: the client authentication was refused.
  if (error instanceof oidc.WWWAuthenticateChallengeError) {
    return new OidcFailure('misconfigured', 'the token endpoint refused the client')
  }
  const message = error instanceof Error ? error.message : 'unknown'
  return new OidcFailure(isUnavailable(error) ? 'unavailable' : 'refused', message)
}

/** Why a provider could not be discovered, with entry, address and cure for the operator. */
export function discoveryFailure(
  error: unknown,
  { id, issuer }: Pick<OidcProvider, 'id' | 'issuer'>,
): OidcFailure {
  const { reason, message } = failureOf(error)
  const isUnavailable = reason === 'unavailable'
  const cure = isUnavailable ? 'let this server reach it' : 'correct the issuer'
  const text = `sign-in provider ${id}: discovery at ${issuer} failed (${message}); ${cure}`
  return new OidcFailure(isUnavailable ? 'unavailable' : 'misconfigured', text)
}
