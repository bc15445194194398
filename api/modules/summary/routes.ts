import { Elysia } from 'elysia'
import { answerKept } from '#api/infrastructure/http/answer-kept.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import type { SummaryService } from './service.ts'

/** The vote summary over HTTP. */
export function summaryRoutes(service: SummaryService) {
  return new Elysia({ name: 'summary', tags: ['votes'] }).get(
    '/vote/summary',
    ({ request }) => answerKept(request, service.reply),
    { response: { 200: VoteSummary, ...READ_REFUSALS } },
  )
}
