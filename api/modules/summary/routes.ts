import { Elysia } from 'elysia'
import type { ResponseCache } from '#api/infrastructure/response-cache.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import type { SummaryService } from './service.ts'

/** The vote summary over HTTP. */
export function summaryRoutes(service: SummaryService, cache: ResponseCache) {
  return new Elysia({ name: 'summary', tags: ['votes'] }).get(
    '/vote/summary',
    ({ request, route }) => cache.send({ request, route }, service.reply),
    { response: { 200: VoteSummary, ...READ_REFUSALS } },
  )
}
