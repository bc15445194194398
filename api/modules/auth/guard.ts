import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Limited, Quota } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import type { AccessTokenClaims, AccessTokens } from './access-token.ts'
import type { Revocations } from './revocations.ts'

export interface GuardDeps {
  tokens: AccessTokens
  revocations: Revocations
  /** Whether accounts of the embedded provider may use the API; false in production. */
  acceptsLocal: boolean
}

/**
 * Returns the claims of the request's access token; null without one.
 * @throws ApiError TOKEN_INVALID, TOKEN_EXPIRED, SESSION_REVOKED
 */
export async function authenticate(
  deps: GuardDeps,
  request: Request,
): Promise<AccessTokenClaims | null> {
  const header = request.headers.get('authorization')
  if (header === null) return null
  const [scheme, token, more] = header.split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || more !== undefined) {
    throw new ApiError('TOKEN_INVALID')
  }
  return authenticateToken(deps, token)
}

/**
 * Returns the claims of an access token.
 * @throws ApiError TOKEN_INVALID, TOKEN_EXPIRED, SESSION_REVOKED
 */
export async function authenticateToken(
  { tokens, revocations, acceptsLocal }: GuardDeps,
  token: string,
): Promise<AccessTokenClaims> {
  const result = await tokens.verify(token)
  if (!result.ok) {
    throw new ApiError(result.failure === 'expired' ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID')
  }
  const { claims } = result
  const isRefused = claims.loginMethod === 'local' && !acceptsLocal
  if (isRefused || revocations.isRevoked(claims.sid)) throw new ApiError('SESSION_REVOKED')
  if (revocations.isSuperseded(claims.nbf)) throw new ApiError('TOKEN_EXPIRED')
  return claims
}

/** Account data that an access token, up to ten minutes old, may not have. */
interface GuardAccounts {
  /** The stored admin level of a user; 0 without account. */
  adminLevel(userId: number): Promise<number>
}

const anonymous = (): { viewer: AccessTokenClaims | null } => ({ viewer: null })

/**
 * Adds three route options. `signedIn: true` rejects guests before validation and passes `user` to the
 * handler. `viewer: true` passes `viewer: null` for guests, but rejects an invalid token. `limit` counts
 * valid requests of a user and an address against quotas.
 */
export function createGuard(deps: GuardDeps, accounts: GuardAccounts, limited: Limited) {
  /** For a route that needs a user for some of its queries only. */
  const requireUser = async (request: Request): Promise<AccessTokenClaims> => {
    const user = await authenticate(deps, request)
    if (user === null) throw new ApiError('NOT_SIGNED_IN')
    return user
  }
  /** @throws ApiError FORBIDDEN for a user who is no admin any more */
  const requireAdmin = async (userId: number): Promise<void> => {
    if ((await accounts.adminLevel(userId)) <= 0) throw new ApiError('FORBIDDEN')
  }
  return new Elysia({ name: 'guard' })
    .use(requestContext)
    .decorate({ ...anonymous(), requireUser, requireAdmin })
    .macro({
      signedIn: {
        detail: { security: [{ bearer: [] }] },
        // A transform runs before validation, but only a resolve extends the context's type.
        transform: async (context) => {
          context.viewer = await requireUser(context.request)
        },
        resolve: ({ viewer }) => {
          if (viewer === null) throw new ApiError('NOT_SIGNED_IN')
          return { user: viewer }
        },
      },
      viewer: {
        detail: { security: [{}, { bearer: [] }] },
        resolve: async ({ request }) => ({ viewer: await authenticate(deps, request) }),
      },
      limit: (quotas: Quota | readonly Quota[]) => ({
        beforeHandle: async (context) => {
          for (const quota of [quotas].flat()) {
            await limited(quota, context, context.viewer?.id, quota.costOf?.(context.body))
          }
        },
      }),
    })
}

export type Guard = ReturnType<typeof createGuard>
