import { Elysia } from 'elysia'
import { READ_REFUSALS } from '#shared/contract/errors.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import type { SummaryKeeper } from './summary.ts'

/** The vote summary over HTTP. */
export function summaryRoutes(keeper: SummaryKeeper) {
  return new Elysia({ name: 'summary', tags: ['votes'] }).get(
    '/vote/summary',
    async ({ request }) => (await keeper.reply()).respond(request),
    { response: { 200: VoteSummary, ...READ_REFUSALS } },
  )
}
