import { createOwnFiguresStore } from '#api/modules/ranking/figures-store.ts'
import { createRankStore } from '#api/modules/ranking/rank-store.ts'
import { createRankWriter } from '#api/modules/ranking/rank-writer.ts'
import { createRankingPages } from '#api/modules/ranking/service.ts'
import { createStandings } from '#api/modules/ranking/standings.ts'
import { createRankingStore } from '#api/modules/ranking/store.ts'
import { createRecordService } from '#api/modules/users/record-service.ts'
import { createTrackRecordStore } from '#api/modules/users/record-store.ts'
import { createRankerStore } from '#api/modules/users/store.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Creates the services of rankings and track records. */
export function createRankings({
  database,
  bus,
  clock,
  log,
}: Pick<Infrastructure, 'database' | 'bus' | 'clock' | 'log'>) {
  const store = createRankingStore(database)
  const standings = createStandings({ store, bus, clock })
  const own = createOwnFiguresStore(database)
  const record = createTrackRecordStore(database)
  return {
    people: {
      rankers: createRankerStore(database, clock),
      records: createRecordService({ store: record, standings }),
    },
    rankWriter: createRankWriter({ store: createRankStore(database), bus, clock, log }),
    standings: {
      service: createRankingPages({ standings, store, own }),
      currentSeason: standings.currentSeason,
    },
  }
}
