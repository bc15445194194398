import { SUMMARY_KEY } from '#desktop/renderer/platform/live/summary-query.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'

/** What every cached reply about votes begins with. */
export const VOTES_KEY = ['votes'] as const

/** After a write: what is shown of votes and rounds is read anew, the rest when it is next shown. */
export async function refreshVotes({ queries }: Pick<Services, 'queries'>): Promise<void> {
  await queries.invalidateQueries({ refetchType: 'none' })
  await Promise.all([
    queries.invalidateQueries({ queryKey: VOTES_KEY }),
    queries.invalidateQueries({ queryKey: SUMMARY_KEY }),
  ])
}
