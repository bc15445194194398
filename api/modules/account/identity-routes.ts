import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import type { OidcService } from '#api/modules/auth/oidc/service.ts'
import type { RecentSignIn } from '#api/modules/auth/recent-sign-in.ts'
import type { AuthService } from '#api/modules/auth/service.ts'
import { Done, IdParams } from '#shared/contract/common.ts'
import {
  ACCESS_REFUSALS,
  BODY_REFUSALS,
  ErrorReply,
  READ_REFUSALS,
} from '#shared/contract/errors.ts'
import {
  AccountIdentities,
  LinkCodeBody,
  LinkStartBody,
  LinkStarted,
  LinkTokenBody,
} from '#shared/contract/identities.ts'
import type { Identities } from './identities.ts'
import { ACCOUNT_QUOTA } from './quotas.ts'

interface IdentityRoutesDeps {
  service: Identities
  oidc: Pick<OidcService, 'start' | 'verify'>
  auth: Pick<AuthService, 'verifyLink'>
  recentSignIn: Pick<RecentSignIn, 'check'>
  guard: Guard
}

const read = { 401: ErrorReply, ...READ_REFUSALS }
const LINK_REFUSALS = { 401: ErrorReply, 403: ErrorReply, 409: ErrorReply, ...BODY_REFUSALS }
const LINKED = { success: true as const, message: 'Linked.' }

/** The identities of the own account over HTTP. A link is finished by the session that began it. */
export function identityRoutes(deps: IdentityRoutesDeps) {
  const { service, oidc, auth, recentSignIn, guard } = deps
  return new Elysia({ name: 'identities', prefix: '/account/identities', tags: ['account'] })
    .use(guard)
    .get('', (context) => service.list(context.user), {
      signedIn: true,
      limit: ACCOUNT_QUOTA,
      response: { 200: AccountIdentities, ...read },
    })
    .post(
      '/start',
      async (context) => {
        await recentSignIn.check(context.user)
        const { provider, ...query } = context.body
        const binding = { session: context.user.sid }
        return { url: await oidc.start(provider, query, context.request, binding) }
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        body: LinkStartBody,
        response: { 200: LinkStarted, ...ACCESS_REFUSALS, 404: ErrorReply, ...BODY_REFUSALS },
      },
    )
    .post(
      '/code',
      async (context) => {
        // The sign-in was recent when the link began, minutes ago.
        const verified = await oidc.verify(context.body, { session: context.user.sid })
        if (!(await verified.use())) throw new ApiError('LINK_INVALID')
        await service.link(context.user.id, verified.identity)
        return LINKED
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        body: LinkCodeBody,
        response: { 200: Done, ...LINK_REFUSALS },
      },
    )
    .post(
      '/token',
      async (context) => {
        await recentSignIn.check(context.user)
        const identity = await auth.verifyLink(context.body, context.user.sid)
        await service.link(context.user.id, identity)
        return LINKED
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        body: LinkTokenBody,
        response: { 200: Done, ...LINK_REFUSALS },
      },
    )
    .delete(
      '/:id',
      async (context) => {
        await recentSignIn.check(context.user)
        await service.unlink(context.user, context.params.id)
        return { success: true as const, message: 'Unlinked.' }
      },
      {
        signedIn: true,
        limit: ACCOUNT_QUOTA,
        params: IdParams,
        response: { 200: Done, 403: ErrorReply, 404: ErrorReply, 409: ErrorReply, ...read },
      },
    )
}
