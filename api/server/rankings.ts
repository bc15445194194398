import { createOwnStatsStore } from '#api/modules/ranking/own-stats-store.ts'
import { createRankStore } from '#api/modules/ranking/rank-store.ts'
import { createRankWriter } from '#api/modules/ranking/rank-writer.ts'
import { createRanks } from '#api/modules/ranking/ranks.ts'
import { createRotationStore } from '#api/modules/ranking/rotation-store.ts'
import { createRankingPages } from '#api/modules/ranking/service.ts'
import { createSkillStore } from '#api/modules/ranking/skill-store.ts'
import { createSkillWriter } from '#api/modules/ranking/skill-writer.ts'
import { createRankingStore } from '#api/modules/ranking/store.ts'
import { createRecordService } from '#api/modules/users/record-service.ts'
import { createTrackRecordStore } from '#api/modules/users/record-store.ts'
import { createRankerStore } from '#api/modules/users/store.ts'
import { createSuggestionStore } from '#api/modules/users/suggestion-store.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Creates the services of rankings and track records. */
export function createRankings({
  database,
  bus,
  clock,
  log,
}: Pick<Infrastructure, 'database' | 'bus' | 'clock' | 'log'>) {
  const store = createRankingStore(database)
  const ranks = createRanks({ store, bus, clock })
  const own = createOwnStatsStore(database)
  const record = createTrackRecordStore(database)
  return {
    people: {
      rankers: createRankerStore(database, clock),
      suggestions: createSuggestionStore(database),
      records: createRecordService({ store: record, ranks }),
    },
    skillWriter: createSkillWriter({
      store: createSkillStore(database),
      rotations: createRotationStore(database),
      bus,
      clock,
      log,
    }),
    rankWriter: createRankWriter({ store: createRankStore(database), bus, clock, log }),
    ranking: {
      service: createRankingPages({ ranks, store, own }),
      currentSeason: ranks.currentSeason,
    },
  }
}
