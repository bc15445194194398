import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { latestRanked, rankDueLikes } from './store.ts'

interface LikeRankingDeps {
  database: Database
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

export type LikeRanking = ReturnType<typeof createLikeRanking>

/** Counts earlier likes of accounts that have become old or experienced enough to order lists. */
export function createLikeRanking({ database, bus, clock }: LikeRankingDeps) {
  return {
    async run(): Promise<void> {
      const latest = latestRanked(clock.now())
      for (;;) {
        const { voteId, isMore } = await rankDueLikes(database, latest)
        if (voteId !== null) bus.publish('reaction', { kind: 'vote', id: voteId })
        if (!isMore) return
      }
    },
  }
}
