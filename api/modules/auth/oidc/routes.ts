import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Limited } from '#api/infrastructure/http/limits.ts'
import { deviceOf } from '#api/modules/auth/device-name.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import {
  FAILED_LOGIN_QUOTA,
  LOGIN_QUOTA,
  OIDC_QUOTA,
  WEBHOOK_QUOTA,
} from '#api/modules/auth/quotas.ts'
import type { AuthService } from '#api/modules/auth/service.ts'
import { OidcExchangeBody, OidcStartQuery, TokenPair, UnlinkNotice } from '#shared/contract/auth.ts'
import { Done } from '#shared/contract/common.ts'
import {
  ACCESS_REFUSALS,
  BODY_REFUSALS,
  ErrorReply,
  READ_REFUSALS,
} from '#shared/contract/errors.ts'
import type { OidcService } from './service.ts'

interface OidcRoutesDeps {
  service: OidcService
  auth: Pick<AuthService, 'open'>
  guard: Guard
  limited: Limited
}

const Provider = Type.Object({ provider: Type.String({ maxLength: 32 }) })

/** A provider's answer in the body of a form; the parser has made it an object of texts. */
const Form = Type.Record(Type.String(), Type.String(), { additionalProperties: true })

/** Paths of the routes that take forms. */
export const FORM_PATHS = ['/auth/oidc/:provider/callback', '/auth/oidc/:provider/unlinked']

const REFUSALS = { 404: ErrorReply, ...READ_REFUSALS }
const START = { description: 'Redirects (303) to the provider, or back with `error`.' }
const CALLBACK = {
  description: 'Redirects (303) to the client with `state` and `code` or `error`.',
}

const redirect = (address: string) =>
  new Response(null, { status: 303, headers: { location: address, 'cache-control': 'no-store' } })

const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500

type UnlinkContext = {
  params: { provider: string }
  request: Request
}

/** Sign-in whose code the server exchanges. Redirects go to providers, this site or 127.0.0.1. */
export function oidcRoutes({ service, auth, guard, limited }: OidcRoutesDeps) {
  const unlinked = async (context: UnlinkContext, notice: UnlinkNotice) => {
    const authorization = context.request.headers.get('authorization')
    await service.unlinked(context.params.provider, authorization, notice)
    return { success: true as const, message: 'Unlinked.' }
  }

  return new Elysia({ name: 'oidc', prefix: '/auth/oidc', tags: ['auth'] })
    .use(guard)
    .get(
      '/:provider/start',
      async (context) => {
        const { params, query, request } = context
        return redirect(await service.start(params.provider, query, request))
      },
      {
        limit: OIDC_QUOTA,
        params: Provider,
        query: OidcStartQuery,
        response: REFUSALS,
        detail: START,
      },
    )
    .get(
      '/:provider/callback',
      async (context) => {
        const { searchParams } = new URL(context.request.url)
        return redirect(await service.callback(context.params.provider, searchParams))
      },
      { limit: OIDC_QUOTA, params: Provider, response: REFUSALS, detail: CALLBACK },
    )
    .post(
      '/:provider/callback',
      async (context) => {
        const answer = new URLSearchParams(context.body)
        return redirect(await service.callback(context.params.provider, answer))
      },
      {
        limit: OIDC_QUOTA,
        params: Provider,
        body: Form,
        response: { ...REFUSALS, ...BODY_REFUSALS },
        detail: CALLBACK,
      },
    )
    .get('/:provider/unlinked', (context) => unlinked(context, context.query), {
      limit: WEBHOOK_QUOTA,
      params: Provider,
      query: UnlinkNotice,
      response: { 200: Done, 401: ErrorReply, ...REFUSALS },
    })
    .post('/:provider/unlinked', (context) => unlinked(context, context.body), {
      limit: WEBHOOK_QUOTA,
      params: Provider,
      body: UnlinkNotice,
      response: { 200: Done, 401: ErrorReply, ...REFUSALS, ...BODY_REFUSALS },
    })
    .post(
      '/exchange',
      async (context) => {
        const verified = await service.verify(context.body).catch(async (error: unknown) => {
          if (isRefusal(error)) await limited(FAILED_LOGIN_QUOTA, context)
          throw error
        })
        await limited(LOGIN_QUOTA, context)
        if (!(await verified.use())) throw new ApiError('ID_TOKEN_INVALID')
        return auth.open(verified.identity, deviceOf(context.request.headers.get('user-agent')))
      },
      {
        body: OidcExchangeBody,
        response: { 200: TokenPair, ...ACCESS_REFUSALS, ...BODY_REFUSALS },
      },
    )
}
