import { jwt } from '@elysiajs/jwt'
import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#api/infrastructure/clock.ts'
import { UserClaims } from '#shared/contract/auth.ts'

/** The claims about the user. */
const User = Type.Omit(UserClaims, ['exp'])

const Claims = Type.Composite([
  User,
  Type.Object({
    sid: Type.String({ minLength: 1, description: 'The session (family) it belongs to.' }),
    sub: Type.String(),
    iss: Type.String(),
    aud: Type.String(),
    nbf: Type.Integer({ description: 'When it was issued, in epoch seconds.' }),
    exp: Type.Integer({ description: 'When it expires, in epoch seconds.' }),
  }),
])

export type AccessTokenUser = Static<typeof User>
export type AccessTokenClaims = Static<typeof Claims>

const checker = TypeCompiler.Compile(Claims)

/** Whether a verified payload has the claims that we sign, with the user's id as `sub`. */
function isAccessTokenClaims(payload: unknown): payload is AccessTokenClaims {
  return checker.Check(payload) && payload.sub === String(payload.id)
}

/** Milliseconds from issue to expiry. */
export const ACCESS_TOKEN_LIFETIME = 600_000

export type AccessTokenFailure = 'expired' | 'invalid'

export type AccessTokenResult =
  | { ok: true; claims: AccessTokenClaims }
  | { ok: false; failure: AccessTokenFailure }

export interface AccessTokens {
  /** Signs a token for `user` in the session `sid`, valid for ten minutes. */
  sign(user: AccessTokenUser, sid: string): Promise<string>
  /** Verifies a token; revocation is checked elsewhere (`Revocations`). */
  verify(token: string): Promise<AccessTokenResult>
}

interface AccessTokenOptions {
  /** At least 32 bytes (RFC 7518, 3.2); the same in every instance. */
  secret: Uint8Array
  clock: Clock
  /** Verified tokens to cache, about 1 KB each; 0 turns the cache off. */
  cacheSize?: number
}

const ISSUER = 'tidemark'
const AUDIENCE = 'tidemark-api'
const TYPE = 'at+jwt'
const SIZE_LIMIT = 4096
/** RFC 7515: base64url without padding. The plugin also accepts other spellings of the same bytes. */
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/
/** Tolerated clock difference between two servers, in seconds. */
const SKEW = 5
/** Turns off the plugin's own check of the times. */
const NO_TIME_CHECK = 1e12

function importKey(secret: Uint8Array): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', Uint8Array.from(secret), algorithm, false, [
    'sign',
    'verify',
  ])
}

/**
 * Signs and verifies access tokens: JWT, HS256. Verified tokens are cached, because every request
 * of a signed-in user carries one. Throws when the secret is too short.
 */
export function createAccessTokens(options: AccessTokenOptions): AccessTokens {
  const { secret, clock, cacheSize = 10_000 } = options
  if (secret.length < 32) throw new Error('The secret of access tokens needs 32 bytes or more.')
  // A CryptoKey is imported once; raw bytes would be imported again for every token.
  const signer = importKey(secret).then(
    // The plugin takes `iat` from the system clock; `nbf` uses the injected one instead.
    (key) => jwt({ secret: key, typ: TYPE, iss: ISSUER, aud: AUDIENCE, iat: false }).decorator.jwt,
  )
  const verified =
    cacheSize > 0 ? new LRUCache<string, AccessTokenClaims>({ max: cacheSize }) : null

  return {
    sign: async (user, sid) => {
      const { sign } = await signer
      const now = Math.floor(clock.now() / 1000)
      const exp = now + ACCESS_TOKEN_LIFETIME / 1000
      return sign({ ...user, sid, sub: String(user.id), nbf: now, exp })
    },
    verify: async (token) => {
      const seen = verified?.get(token)
      if (seen && seen.exp * 1000 > clock.now()) return { ok: true, claims: seen }
      if (token.length > SIZE_LIMIT || !SHAPE.test(token)) return { ok: false, failure: 'invalid' }
      // The plugin gives no reason for a rejection, so the times are checked here.
      const { verify } = await signer
      const payload = await verify(token, {
        algorithms: ['HS256'],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        clockTolerance: NO_TIME_CHECK,
      })
      if (!isAccessTokenClaims(payload)) return { ok: false, failure: 'invalid' }
      if (payload.nbf > clock.now() / 1000 + SKEW) return { ok: false, failure: 'invalid' }
      if (payload.exp * 1000 <= clock.now()) return { ok: false, failure: 'expired' }
      verified?.set(token, payload)
      return { ok: true, claims: payload }
    },
  }
}
