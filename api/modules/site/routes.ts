import { Elysia } from 'elysia'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Replies } from '#api/modules/reply-topics.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { Site } from '#shared/contract/site.ts'

/** Public settings of the operator: donation addresses and ad slots. */
export function siteRoutes(site: Site, replies: Replies) {
  return new Elysia({ name: 'site', tags: ['site'] }).get(
    '/site',
    (context) => replies.sendApi(context, { topics: [], build: () => prepareReply(site) }),
    { response: { 200: Site, ...READ_REFUSALS } },
  )
}
