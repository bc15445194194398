import { Elysia } from 'elysia'
import { type GuardParts, readViewer } from '#api/auth/guard.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Limited } from '#api/infrastructure/http/limited.ts'
import {
  AuthConfig,
  GoogleSignInBody,
  LogoutBody,
  RefreshBody,
  RefreshReply,
  TokenPair,
} from '#shared/contract/auth.ts'
import { Done } from '#shared/contract/common.ts'
import { ACCESS_REFUSALS, BODY_REFUSALS, ErrorReply } from '#shared/contract/errors.ts'
import type { AuthService } from './service.ts'

interface AuthRoutes {
  service: AuthService
  /** What a client must know to begin a sign-in. */
  config: AuthConfig
  guardParts: GuardParts
  limited: Limited
}

/** The session behind the bearer token, or null when there is none or it has lapsed. */
async function sessionOf(parts: GuardParts, request: Request): Promise<string | null> {
  try {
    return (await readViewer(parts, request))?.sid ?? null
  } catch (error) {
    // Whoever signs out with a token that is no longer good is signed out all the same.
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Sign-in over HTTP. */
export function authRoutes({ service, config, guardParts, limited }: AuthRoutes) {
  return new Elysia({ name: 'auth', prefix: '/auth', tags: ['auth'] })
    .get('/config', () => config, { response: { 200: AuthConfig } })
    .post(
      '/google',
      async (context) => {
        await limited('login', context)
        return service.signIn(context.body.tokenId)
      },
      {
        body: GoogleSignInBody,
        response: { 200: TokenPair, ...ACCESS_REFUSALS, ...BODY_REFUSALS },
      },
    )
    .post(
      '/refresh-token',
      async (context) => {
        await limited('refresh', context)
        return service.refresh(context.body.refreshToken)
      },
      {
        body: RefreshBody,
        response: { 200: RefreshReply, 401: ErrorReply, ...BODY_REFUSALS },
      },
    )
    .post(
      '/logout',
      async (context) => {
        await limited('refresh', context)
        const sessionId = await sessionOf(guardParts, context.request)
        await service.signOut(sessionId, context.body.refreshToken)
        return { success: true as const, message: 'Logged out.' }
      },
      { body: LogoutBody, response: { 200: Done, ...BODY_REFUSALS } },
    )
}
