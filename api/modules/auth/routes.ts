import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Limited } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
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
import { deviceOf } from './device-name.ts'
import { authenticate, type GuardDeps } from './guard.ts'
import { FAILED_LOGIN_QUOTA, FAILED_REFRESH_QUOTA, LOGIN_QUOTA, REFRESH_QUOTA } from './quotas.ts'
import type { AuthService } from './service.ts'

interface AuthRoutesDeps {
  service: AuthService
  /** Settings that a client needs to start a sign-in. */
  config: AuthConfig
  guardDeps: GuardDeps
  limited: Limited
}

/** The session of the access token; null without one or when it is no longer valid. */
async function sessionOf(deps: GuardDeps, request: Request): Promise<string | null> {
  try {
    return (await authenticate(deps, request))?.sid ?? null
  } catch (error) {
    // Signing out with an expired or revoked token succeeds.
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Whether a sign-in failed by the fault of its client. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500

/** Sign-in over HTTP. */
export function authRoutes({ service, config, guardDeps, limited }: AuthRoutesDeps) {
  return new Elysia({ name: 'auth', prefix: '/auth', tags: ['auth'] })
    .use(requestContext)
    .get('/config', () => config, { response: { 200: AuthConfig } })
    .post(
      '/google',
      async (context) => {
        // Counted apart: junk must not use up the sign-ins of others at the same address.
        const verified = await service.verify(context.body).catch(async (error: unknown) => {
          if (isRefusal(error)) await limited(FAILED_LOGIN_QUOTA, context)
          throw error
        })
        await limited(LOGIN_QUOTA, context)
        return service.signIn(verified, deviceOf(context.request.headers.get('user-agent')))
      },
      {
        body: GoogleSignInBody,
        response: { 200: TokenPair, ...ACCESS_REFUSALS, ...BODY_REFUSALS },
      },
    )
    .post(
      '/refresh-token',
      async (context) => {
        const limitExchanges = (userId: number) => limited(REFRESH_QUOTA, context, userId)
        return service
          .refresh(context.body.refreshToken, limitExchanges)
          .catch(async (error: unknown) => {
            // Counted apart, as failed sign-ins are.
            if (error instanceof ApiError && error.code === 'REFRESH_INVALID')
              await limited(FAILED_REFRESH_QUOTA, context)
            throw error
          })
      },
      {
        body: RefreshBody,
        response: { 200: RefreshReply, 401: ErrorReply, ...BODY_REFUSALS },
      },
    )
    .post(
      '/logout',
      async (context) => {
        const sessionId = await sessionOf(guardDeps, context.request)
        const isEnded = await service.signOut(sessionId, context.body.refreshToken)
        // Sessions that end are limited by the sign-ins that open them.
        if (!isEnded) await limited(FAILED_REFRESH_QUOTA, context)
        return { success: true as const, message: 'Logged out.' }
      },
      { body: LogoutBody, response: { 200: Done, ...BODY_REFUSALS } },
    )
}
