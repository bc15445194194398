import { Elysia } from 'elysia'
import { type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { PriceLevel, PriceLevelBody, PriceLevels } from '#shared/contract/alerts.ts'
import { Done, LargeIdParams } from '#shared/contract/common.ts'
import { BODY_REFUSALS, ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import type { AlertsService } from './service.ts'

export const LEVELS_QUOTA: Quota = { action: 'levels', user: 60, address: 600 }

interface AlertsRoutesDeps {
  service: AlertsService
  guard: Guard
}

const write = {
  200: PriceLevel,
  401: ErrorReply,
  404: ErrorReply,
  409: ErrorReply,
  ...BODY_REFUSALS,
}

/** The own price levels over HTTP. */
export function alertsRoutes({ service, guard }: AlertsRoutesDeps) {
  return new Elysia({ name: 'alerts', prefix: '/alerts', tags: ['alerts'] })
    .use(guard)
    .get('/levels', (context) => service.list(context.user.id), {
      signedIn: true,
      limit: READ_QUOTA,
      response: { 200: PriceLevels, 401: ErrorReply, ...READ_REFUSALS },
    })
    .post('/levels', (context) => service.add(context.user.id, context.body), {
      signedIn: true,
      limit: LEVELS_QUOTA,
      body: PriceLevelBody,
      response: write,
    })
    .put(
      '/levels/:id',
      (context) => service.replace(context.user.id, context.params.id, context.body),
      {
        signedIn: true,
        limit: LEVELS_QUOTA,
        params: LargeIdParams,
        body: PriceLevelBody,
        response: write,
      },
    )
    .delete(
      '/levels/:id',
      async (context) => {
        await service.remove(context.user.id, context.params.id)
        return { success: true as const, message: 'Removed.' }
      },
      {
        signedIn: true,
        limit: LEVELS_QUOTA,
        params: LargeIdParams,
        response: { 200: Done, 401: ErrorReply, 404: ErrorReply, ...READ_REFUSALS },
      },
    )
}
