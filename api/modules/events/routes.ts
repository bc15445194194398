import { Elysia } from 'elysia'
import type { Limited } from '#api/infrastructure/http/limited.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import { Done } from '#shared/contract/common.ts'
import { BODY_REFUSALS } from '#shared/contract/errors.ts'
import { EventsBody } from '#shared/contract/events.ts'

/** Whether the browser asks not to be counted: Do Not Track or Global Privacy Control. */
function refusesCounting(headers: Headers): boolean {
  return headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'
}

/** Analytics over HTTP: events are added to counters and nothing else of them is kept. */
export function eventsRoutes(metrics: Metrics, limited: Limited) {
  return new Elysia({ name: 'events', tags: ['events'] }).post(
    '/events',
    async (context) => {
      await limited('events', context)
      if (!refusesCounting(context.request.headers)) {
        for (const { name, locale, platform } of context.body.events) {
          metrics.events.inc({ name, locale: locale ?? 'none', platform: platform ?? 'none' })
        }
      }
      return { success: true as const, message: 'Counted.' }
    },
    { body: EventsBody, response: { 200: Done, ...BODY_REFUSALS } },
  )
}
