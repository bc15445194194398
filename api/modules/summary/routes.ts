import { Elysia } from 'elysia'
import type { Replies } from '#api/modules/reply-topics.ts'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import type { SummaryService } from './service.ts'

/** The vote summary over HTTP. */
export function summaryRoutes(service: SummaryService, replies: Replies) {
  return new Elysia({ name: 'summary', tags: ['votes'] }).get(
    '/vote/summary',
    (context) =>
      replies.sendApi(context, { topics: ['vote', 'round'], build: () => service.reply() }),
    { response: { 200: VoteSummary, ...READ_REFUSALS } },
  )
}
