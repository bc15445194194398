import { Elysia } from 'elysia'
import type { Quota } from '#api/infrastructure/http/limits.ts'
import { optsOut } from '#api/infrastructure/http/opts-out.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Guard } from '#api/modules/auth/guard.ts'
import { Done } from '#shared/contract/common.ts'
import { BODY_REFUSALS } from '#shared/contract/errors.ts'
import { EventsBody } from '#shared/contract/events.ts'

export const EVENTS_QUOTA: Quota = { action: 'events', address: 60 }

/** Analytics over HTTP: events only increment counters; nothing else of them is stored. */
export function eventsRoutes(metrics: Metrics, guard: Guard) {
  return new Elysia({ name: 'events', tags: ['events'] }).use(guard).post(
    '/events',
    ({ request, body }) => {
      if (!optsOut(request.headers)) {
        for (const { name, locale, platform } of body.events) {
          metrics.events.inc({ name, locale: locale ?? 'none', platform: platform ?? 'none' })
        }
      }
      return { success: true as const, message: 'Counted.' }
    },
    { limit: EVENTS_QUOTA, body: EventsBody, response: { 200: Done, ...BODY_REFUSALS } },
  )
}
