import { createRankingPages } from '#api/modules/ranking/service.ts'
import { createStandings } from '#api/modules/ranking/standings.ts'
import { createStandingStore } from '#api/modules/ranking/standings-store.ts'
import { createOwnFiguresStore } from '#api/modules/ranking/store.ts'
import { createRecordService } from '#api/modules/users/record-service.ts'
import { createTrackRecordStore } from '#api/modules/users/record-store.ts'
import { createRankingService } from '#api/modules/users/service.ts'
import { createRankerStore } from '#api/modules/users/store.ts'
import type { Infrastructure } from './infrastructure.ts'

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
