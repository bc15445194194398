import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { AccessTokenClaims } from '#api/modules/auth/access-token.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import type { VerifiedIdentity } from '#api/modules/auth/id-token.ts'
import type { OidcService } from '#api/modules/auth/oidc/service.ts'
import type { RecentSignIn } from '#api/modules/auth/recent-sign-in.ts'
import type { AuthService } from '#api/modules/auth/service.ts'
import { Done } from '#shared/contract/common.ts'
import { ACCESS_REFUSALS, BODY_REFUSALS, ErrorReply } from '#shared/contract/errors.ts'
import {
  LinkCodeBody,
  LinkStartBody,
  LinkStarted,
  LinkTokenBody,
} from '#shared/contract/identities.ts'
import { CONFIRM_NONCE } from '#shared/rules/bound-nonce.ts'
import type { Identities } from './identities.ts'
import { ACCOUNT_QUOTA } from './quotas.ts'

interface ReauthenticationRoutesDeps {
  identities: Pick<Identities, 'checkOwner'>
  oidc: Pick<OidcService, 'start' | 'verify'>
  auth: Pick<AuthService, 'verifyLink'>
  recentSignIn: Pick<RecentSignIn, 'confirm'>
  guard: Guard
}

const REFUSALS = { ...ACCESS_REFUSALS, 409: ErrorReply, ...BODY_REFUSALS }

/**
 * A repeated sign-in over HTTP: the person signs in again to the same account, and this session may do for
 * five minutes what a stolen token alone must not. It opens no session and makes no account.
 */
export function reauthenticationRoutes(deps: ReauthenticationRoutesDeps) {
  const { identities, oidc, auth, recentSignIn, guard } = deps

  const confirm = async (user: AccessTokenClaims, identity: VerifiedIdentity) => {
    await identities.checkOwner(user.id, identity)
    await recentSignIn.confirm(user, identity.authTime)
    return { success: true as const, message: 'Signed in again.' }
  }

  const prefix = '/account/reauthentication'
  return new Elysia({ name: 'reauthentication', prefix, tags: ['account'] })
    .use(guard)
    .post(
      '/start',
      async (context) => {
        const { provider, ...query } = context.body
        const binding = { session: context.user.sid, isRepeated: true }
        return { url: await oidc.start(provider, query, context.request, binding) }
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        body: LinkStartBody,
        response: { 200: LinkStarted, 401: ErrorReply, 404: ErrorReply, ...BODY_REFUSALS },
      },
    )
    .post(
      '/code',
      async (context) => {
        const binding = { session: context.user.sid, isRepeated: true }
        const verified = await oidc.verify(context.body, binding)
        if (!(await verified.use())) throw new ApiError('LINK_INVALID')
        return confirm(context.user, verified.identity)
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        body: LinkCodeBody,
        response: { 200: Done, ...REFUSALS },
      },
    )
    .post(
      '/token',
      async (context) => {
        const identity = await auth.verifyLink(context.body, context.user.sid, CONFIRM_NONCE)
        return confirm(context.user, identity)
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        body: LinkTokenBody,
        response: { 200: Done, ...REFUSALS },
      },
    )
}
