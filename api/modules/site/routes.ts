import { Elysia } from 'elysia'
import { answerKept } from '#api/infrastructure/http/answer-kept.ts'
import { prepareReply } from '#api/infrastructure/http/prepared-reply.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { Site } from '#shared/contract/site.ts'

/** What the operator has set up for every visitor: where to donate, what the ad slots show. */
export function siteRoutes(site: Site) {
  const reply = prepareReply(site)
  return new Elysia({ name: 'site', tags: ['site'] }).get(
    '/site',
    ({ request }) => answerKept(request, () => reply),
    { response: { 200: Site, ...READ_REFUSALS } },
  )
}
