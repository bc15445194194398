import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccessTokens } from './access-token.ts'
import type { AccessTokenClaims } from './access-token-claims.ts'
import type { Revocations } from './revocations.ts'

export interface GuardParts {
  tokens: AccessTokens
  revocations: Revocations
}

/** The bearer token of a request, or null when there is none. */
function bearer(request: Request): string | null {
  const header = request.headers.get('authorization')
  if (header === null) return null
  const [scheme, token, more] = header.split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || more !== undefined) {
    throw new ApiError('TOKEN_INVALID')
  }
  return token
}

/**
 * Who sent the request: null without a token.
 * @throws ApiError TOKEN_INVALID, TOKEN_EXPIRED, SESSION_REVOKED
 */
export async function readViewer(
  { tokens, revocations }: GuardParts,
  request: Request,
): Promise<AccessTokenClaims | null> {
  const token = bearer(request)
  if (token === null) return null
  const result = await tokens.verify(token)
  if (!result.ok) {
    throw new ApiError(result.failure === 'expired' ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID')
  }
  if (revocations.isRevoked(result.claims.sid)) throw new ApiError('SESSION_REVOKED')
  return result.claims
}

async function requireUser(parts: GuardParts, request: Request): Promise<AccessTokenClaims> {
  const viewer = await readViewer(parts, request)
  if (!viewer) throw new ApiError('NOT_SIGNED_IN')
  return viewer
}

/**
 * Gives routes two options. `signedIn: true` refuses guests before the fields of the request are
 * judged (only a body that cannot be read is refused earlier), and hands `user` to the handler. `viewer: true` lets guests pass as `viewer: null`; a
 * token that is sent must still be good.
 */
export function createGuard(parts: GuardParts) {
  return new Elysia({ name: 'guard' }).macro({
    signedIn: {
      detail: { security: [{ bearer: [] }] },
      transform: async ({ request }: { request: Request }) => {
        await requireUser(parts, request)
      },
      resolve: async ({ request }) => ({ user: await requireUser(parts, request) }),
    },
    viewer: {
      detail: { security: [{}, { bearer: [] }] },
      resolve: async ({ request }) => ({ viewer: await readViewer(parts, request) }),
    },
  })
}

export type Guard = ReturnType<typeof createGuard>
