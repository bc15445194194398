import { createRankingPages } from './modules/ranking/service.ts'
import { createOwnFiguresStore } from './modules/ranking/store.ts'
import { createRecordService } from './modules/users/record-service.ts'
import { createTrackRecordStore } from './modules/users/record-store.ts'
import { createRankingService } from './modules/users/service.ts'
import { createRankerStore } from './modules/users/store.ts'
import type { Infrastructure } from './server/infrastructure.ts'
import { createStandings } from './standings/service.ts'
import { createStandingStore } from './standings/store.ts'

/** Creates the services of rankings and track records. */
export function createRankings({
  database,
  bus,
  clock,
}: Pick<Infrastructure, 'database' | 'bus' | 'clock'>) {
  const store = createStandingStore(database)
  const standings = createStandings({ store, bus, clock })
  const own = createOwnFiguresStore(database)
  const record = createTrackRecordStore(database)
  return {
    people: {
      rankers: createRankingService({ store: createRankerStore(database, clock), bus }),
      records: createRecordService({ store: record, standings, bus, clock }),
    },
    standings: {
      service: createRankingPages({ standings, store, own, bus, clock }),
      currentSeason: standings.currentSeason,
    },
  }
}
