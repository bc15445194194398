import type { AskJson } from '#desktop/main/server/api-requests.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import { isSummary } from './checks.ts'

/** `GET /api/v1/vote/summary`. Rejects when there is no good answer, or when `askJson` is ended. */
export async function askSummary(askJson: AskJson, apiOrigin: string): Promise<VoteSummary> {
  // A kept reply has the time at which it was kept, and clocks are set by this one.
  const init: RequestInit = { cache: 'no-store' }
  const { status, body } = await askJson(`${apiOrigin}${API_PREFIX}/vote/summary`, init)
  if (status !== 200 || !isSummary(body)) throw new Error('no summary in the reply')
  return body
}
