import { Elysia } from 'elysia'
import { type Quota, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { Done, IdParams } from '#shared/contract/common.ts'
import { BODY_REFUSALS, ErrorReply, READ_REFUSALS } from '#shared/contract/errors.ts'
import {
  NotificationList,
  NotificationSettings,
  NotificationSettingsBody,
  PushDeviceBody,
  SeenBody,
  TestBody,
  TestReply,
  UnseenCount,
} from '#shared/contract/notifications.ts'
import type { NotificationsService } from './service.ts'

export const NOTIFICATIONS_QUOTA: Quota = { action: 'notifications', user: 60, address: 600 }
export const TEST_QUOTA: Quota = { action: 'notification-test', user: 6, address: 60 }

interface NotificationsRoutesDeps {
  service: NotificationsService
  guard: Guard
}

const read = { 401: ErrorReply, ...READ_REFUSALS }
const write = { 200: Done, 401: ErrorReply, ...BODY_REFUSALS }
const done = (message: string) => ({ success: true as const, message })

/** The own notifications over HTTP. */
export function notificationsRoutes({ service, guard }: NotificationsRoutesDeps) {
  return new Elysia({ name: 'notifications', prefix: '/notifications', tags: ['notifications'] })
    .use(guard)
    .get('', (context) => service.list(context.user.id), {
      signedIn: true,
      limit: READ_QUOTA,
      response: { 200: NotificationList, ...read },
    })
    .get(
      '/unseen',
      async (context) => {
        return { unseen: await service.unseen(context.user.id) }
      },
      { signedIn: true, limit: READ_QUOTA, response: { 200: UnseenCount, ...read } },
    )
    .post(
      '/seen',
      async (context) => {
        await service.markSeen(context.user.id, context.body.id)
        return done('Seen.')
      },
      { signedIn: true, limit: NOTIFICATIONS_QUOTA, body: SeenBody, response: write },
    )
    .get('/settings', (context) => service.settings(context.user), {
      signedIn: true,
      limit: READ_QUOTA,
      response: { 200: NotificationSettings, ...read },
    })
    .put(
      '/settings',
      async (context) => {
        await service.saveSettings(context.user.id, context.body)
        return done('Saved.')
      },
      {
        signedIn: true,
        limit: NOTIFICATIONS_QUOTA,
        body: NotificationSettingsBody,
        response: write,
      },
    )
    .post('/test', (context) => service.sendTest(context.user.id), {
      signedIn: true,
      limit: TEST_QUOTA,
      body: TestBody,
      response: { 200: TestReply, 401: ErrorReply, ...BODY_REFUSALS },
    })
    .post(
      '/devices',
      async (context) => {
        await service.addDevice(context.user, context.body)
        return done('This device gets notifications.')
      },
      {
        signedIn: true,
        limit: NOTIFICATIONS_QUOTA,
        body: PushDeviceBody,
        response: { ...write, 404: ErrorReply },
      },
    )
    .delete(
      '/devices/:id',
      async (context) => {
        await service.removeDevice(context.user.id, context.params.id)
        return done('This device gets no more notifications.')
      },
      {
        signedIn: true,
        limit: NOTIFICATIONS_QUOTA,
        params: IdParams,
        response: { 200: Done, 404: ErrorReply, ...read },
      },
    )
}
