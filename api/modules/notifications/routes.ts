import { Elysia } from 'elysia'
import { type Limited, type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { Done, IdParams } from '#shared/contract/common.ts'
import { BODY_REFUSALS, ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import {
  KindSettings,
  NotificationList,
  NotificationSettings,
  PushDeviceBody,
  SeenBody,
  UnseenCount,
} from '#shared/contract/notifications.ts'
import type { NotificationsService } from './service.ts'

export const NOTIFICATIONS_QUOTA: Quota = { action: 'notifications', user: 60, address: 600 }

interface NotificationsRoutesDeps {
  service: NotificationsService
  guard: Guard
  limited: Limited
}

const read = { 401: ErrorReply, ...READ_REFUSALS }
const write = { 200: Done, 401: ErrorReply, ...BODY_REFUSALS }
const done = (message: string) => ({ success: true as const, message })

/** The own notifications over HTTP. */
export function notificationsRoutes({ service, guard, limited }: NotificationsRoutesDeps) {
  return new Elysia({ name: 'notifications', prefix: '/notifications', tags: ['notifications'] })
    .use(requestContext)
    .use(guard)
    .get(
      '',
      async (context) => {
        await limited(READ_QUOTA, context)
        return service.list(context.user.id)
      },
      { signedIn: true, response: { 200: NotificationList, ...read } },
    )
    .get(
      '/unseen',
      async (context) => {
        await limited(READ_QUOTA, context)
        return { unseen: await service.unseen(context.user.id) }
      },
      { signedIn: true, response: { 200: UnseenCount, ...read } },
    )
    .post(
      '/seen',
      async (context) => {
        await limited(NOTIFICATIONS_QUOTA, context, context.user.id)
        await service.markSeen(context.user.id, context.body.id)
        return done('Seen.')
      },
      { signedIn: true, body: SeenBody, response: write },
    )
    .get(
      '/settings',
      async (context) => {
        await limited(READ_QUOTA, context)
        return service.settings(context.user)
      },
      { signedIn: true, response: { 200: NotificationSettings, ...read } },
    )
    .put(
      '/settings',
      async (context) => {
        await limited(NOTIFICATIONS_QUOTA, context, context.user.id)
        await service.setKinds(context.user.id, context.body)
        return done('Saved.')
      },
      { signedIn: true, body: KindSettings, response: write },
    )
    .post(
      '/devices',
      async (context) => {
        await limited(NOTIFICATIONS_QUOTA, context, context.user.id)
        await service.addDevice(context.user, context.body)
        return done('This device gets notifications.')
      },
      { signedIn: true, body: PushDeviceBody, response: write },
    )
    .delete(
      '/devices/:id',
      async (context) => {
        await limited(NOTIFICATIONS_QUOTA, context, context.user.id)
        await service.deleteDevice(context.user.id, context.params.id)
        return done('This device gets no more notifications.')
      },
      {
        signedIn: true,
        params: IdParams,
        response: { 200: Done, 404: ErrorReply, ...read },
      },
    )
}
