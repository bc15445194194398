import { createHash } from 'node:crypto'
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type FetchImplementation,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { LoginMethod } from '#shared/contract/auth.ts'

/** Identity issuer of users of the embedded provider, on any port. */
export const LOCAL_IDENTITY_ISSUER = 'urn:tidemark:local'

/** Signature algorithm of the embedded provider: a P-256 key takes a millisecond to make. */
export const LOCAL_ALGORITHM = 'ES256'

export interface TrustedIssuer {
  /** The accepted values of `iss` (Google uses two). */
  issuers: readonly string[]
  jwksUrl: string
  /** The accepted client ids (`aud`). */
  audiences: readonly string[]
  method: LoginMethod
  /** Accepted signature algorithms. */
  algorithms: readonly string[]
  /** Names of the claims that are read. */
  claims: { email: string; emailVerified: string; name: string }
  /** Whether an address counts: if the token says it is verified, always, or never. */
  emailTrust: 'claim' | 'always' | 'never'
  /** Whether "true" as text counts as verified; Apple writes it so. */
  hasTextFlags: boolean
  /** Refuses a token without a trusted address. */
  requireEmail: boolean
  /** Stored with the user beside `sub`; must never change for an issuer. */
  identityIssuer: string
  /** The issuer's clock if it differs from the verifier's. */
  clock?: Clock
}

/** `issuer` and `subject` identify the user permanently; the email address may change. */
export interface VerifiedIdentity {
  issuer: string
  subject: string
  /** Empty when the provider gives no trusted address. */
  email: string
  givenName: string | undefined
  method: LoginMethod
  /** When the person signed in at the provider (epoch ms), if the provider tells. */
  authTime?: number
}

/** Identifies the token itself and the sign-in that it was issued for. */
export interface IdTokenProof {
  /** SHA-256 of the signed part: signatures and their encoding can be varied, these bytes cannot. */
  digest: Uint8Array
  /** After this instant (epoch ms) the verifier rejects the token. */
  expires: number
  nonce: string | undefined
}

export type IdTokenFailure = 'INVALID_TOKEN' | 'EMAIL_NOT_VERIFIED' | 'PROVIDER_UNAVAILABLE'

export type IdTokenResult =
  | { ok: true; identity: VerifiedIdentity; token: IdTokenProof }
  | { ok: false; failure: IdTokenFailure }

export interface IdTokenVerifier {
  verify(tokenId: string): Promise<IdTokenResult>
}

interface VerifierOptions {
  issuers: readonly TrustedIssuer[]
  clock: Clock
  fetch?: FetchImplementation
}

/** Claims and rules of Google and of the embedded provider. */
export const VERIFIED_EMAIL = {
  claims: { email: 'email', emailVerified: 'email_verified', name: 'given_name' },
  emailTrust: 'claim',
  hasTextFlags: false,
  requireEmail: true,
} as const
/** Maximum token length in characters; real ID tokens have one to two thousand. */
const SIZE_LIMIT = 8192
/** Tolerated difference of the issuer's clock, in seconds. */
const SKEW = 60
/** Maximum age of an ID token in seconds, independent of its expiry. */
const AGE_LIMIT = 86_400
/** OpenID Connect Core: `sub` has at most 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

/** The trusted issuer for Google with these client ids. */
export function googleIssuer(audiences: readonly string[]): TrustedIssuer {
  return {
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    audiences,
    method: 'google',
    algorithms: ['RS256'],
    ...VERIFIED_EMAIL,
    identityIssuer: 'https://accounts.google.com',
  }
}

/**
 * Creates a verifier of ID tokens. It checks the issuer, the signature with the issuer's published
 * key and its algorithms, audience, times and the email address. Bad tokens never throw.
 */
export function createIdTokenVerifier({ issuers, clock, fetch }: VerifierOptions): IdTokenVerifier {
  const trusted = issuers.map((issuer) => ({
    issuer,
    keys: issuerKeys(issuer.jwksUrl, fetch),
  }))

  return {
    verify: async (tokenId) => {
      const named = tokenId.length <= SIZE_LIMIT ? claimedIssuer(tokenId) : undefined
      const match = trusted.find(({ issuer }) => named && issuer.issuers.includes(named))
      if (!match) return { ok: false, failure: 'INVALID_TOKEN' }
      return check(tokenId, match.issuer, match.keys, match.issuer.clock ?? clock)
    },
  }
}

/** The issuer's keys could not be loaded. */
class KeysUnavailable extends Error {}

/**
 * The public keys at `url`: fetched again after ten minutes, and for unknown key ids at most every 30 s,
 * so that forged ids cause no traffic. Rejects with KeysUnavailable when a fetch fails or exceeds 5 s.
 */
function issuerKeys(url: string, fetch?: FetchImplementation): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), fetch && { [customFetch]: fetch })
  return (header, token) =>
    keys(header, token).catch((error: unknown) => {
      const isTokenError =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported
      throw isTokenError ? error : new KeysUnavailable(url, { cause: error })
    })
}

/** The unverified issuer of a token, used only to select the keys. */
function claimedIssuer(tokenId: string): string | undefined {
  try {
    return decodeJwt(tokenId).iss
  } catch {
    return undefined
  }
}

async function check(
  tokenId: string,
  issuer: TrustedIssuer,
  keys: JWTVerifyGetKey,
  clock: Clock,
): Promise<IdTokenResult> {
  let payload: JWTPayload
  try {
    const verified = await jwtVerify(tokenId, keys, {
      algorithms: [...issuer.algorithms],
      issuer: [...issuer.issuers],
      audience: [...issuer.audiences],
      requiredClaims: ['iat', 'exp', 'sub'],
      currentDate: new Date(clock.now()),
      clockTolerance: SKEW,
      maxTokenAge: AGE_LIMIT,
    })
    // An access token of the same issuer does not prove a sign-in (RFC 8725, 3.11).
    if (![undefined, 'JWT'].includes(verified.protectedHeader.typ)) throw new Error('typ')
    payload = verified.payload
  } catch (error) {
    const failure = error instanceof KeysUnavailable ? 'PROVIDER_UNAVAILABLE' : 'INVALID_TOKEN'
    return { ok: false, failure }
  }

  const { sub, nonce, iat = 0, exp = 0, auth_time: authTime } = payload
  const givenName = payload[issuer.claims.name]
  const email = trustedEmail(payload, issuer)
  if (typeof sub !== 'string' || !SUBJECT.test(sub) || !isForUs(payload, issuer.audiences)) {
    return { ok: false, failure: 'INVALID_TOKEN' }
  }
  if (issuer.requireEmail && email === '') {
    return { ok: false, failure: 'EMAIL_NOT_VERIFIED' }
  }
  return {
    ok: true,
    identity: {
      issuer: issuer.identityIssuer,
      subject: sub,
      email,
      givenName: typeof givenName === 'string' ? givenName : undefined,
      method: issuer.method,
      ...(typeof authTime === 'number' && { authTime: authTime * 1000 }),
    },
    token: {
      digest: createHash('sha256')
        .update(tokenId.slice(0, tokenId.lastIndexOf('.')))
        .digest(),
      expires: (Math.min(exp, iat + AGE_LIMIT) + SKEW) * 1000,
      nonce: typeof nonce === 'string' ? nonce : undefined,
    },
  }
}

/** The address of a token if the issuer's rule accepts it; else empty. */
function trustedEmail(payload: JWTPayload, issuer: TrustedIssuer): string {
  const { claims, emailTrust, hasTextFlags } = issuer
  const email = payload[claims.email]
  const verified = payload[claims.emailVerified]
  const isVerified = verified === true || (hasTextFlags && verified === 'true')
  const isTrusted = emailTrust === 'always' || (emailTrust === 'claim' && isVerified)
  return isTrusted && typeof email === 'string' && EMAIL.test(email) ? email : ''
}

/** OpenID Connect Core 3.1.3.7: several audiences require `azp`, and `azp` must be an own client. */
function isForUs({ aud, azp }: JWTPayload, audiences: readonly string[]): boolean {
  if (azp === undefined) return !Array.isArray(aud) || aud.length === 1
  return typeof azp === 'string' && audiences.includes(azp)
}
