import { Elysia } from 'elysia'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { SystemStatus } from '#shared/contract/status.ts'
import type { StatusMonitor } from './monitor.ts'

/** State of the site over HTTP. */
export function statusRoutes(
  monitor: Pick<StatusMonitor, 'current' | 'version'>,
  replies: Replies,
) {
  return new Elysia({ name: 'status', tags: ['site'] }).get(
    '/status',
    (context) =>
      replies.sendApi(context, {
        topics: [],
        state: monitor.version,
        build: async () => prepareReply(await monitor.current()),
      }),
    { response: { 200: SystemStatus, ...READ_REFUSALS } },
  )
}
