import { Elysia } from 'elysia'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { ResponseCache } from '#api/infrastructure/response-cache.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { Site } from '#shared/contract/site.ts'

/** Public settings of the operator: donation addresses and ad slots. */
export function siteRoutes(site: Site, cache: ResponseCache) {
  const reply = prepareReply(site)
  return new Elysia({ name: 'site', tags: ['site'] }).get(
    '/site',
    ({ request, route }) => cache.send({ request, route }, () => reply),
    { response: { 200: Site, ...READ_REFUSALS } },
  )
}
