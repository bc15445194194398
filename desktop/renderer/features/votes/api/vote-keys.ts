import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'

/** After a write: refetches what shows votes and rounds, marks the rest stale. */
export async function refreshVotes({ queries }: Pick<Services, 'queries'>): Promise<void> {
  await queries.invalidateQueries({ refetchType: 'none' })
  await Promise.all([
    queries.invalidateQueries({ queryKey: queryKeys.votes.all }),
    queries.invalidateQueries({ queryKey: queryKeys.summary }),
  ])
}
