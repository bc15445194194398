import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createOverviewService, type OverviewDeps } from './overview.ts'
import { createOverviewStore } from './overview-store.ts'
import { createOverviewWriter } from './overview-writer.ts'
import { createReturningStore } from './returning-store.ts'
import { createTwinStore } from './twin-store.ts'

interface Deps extends Pick<OverviewDeps, 'market' | 'pusher'> {
  database: Database
  bus: Pick<AppEventBus, 'on'>
  clock: Clock
  log: Log
}

/** Creates the operator's overview and the job that prepares its costly figures. */
export function createOverview({ database, bus, clock, log, market, pusher }: Deps) {
  const store = createOverviewStore(database)
  const returning = createReturningStore(database)
  const twins = createTwinStore(database)
  return {
    settlements: store,
    service: createOverviewService({ store, returning, twins, market, pusher, clock }),
    writer: createOverviewWriter({ twins, returning, kind: database.kind, bus, clock, log }),
  }
}
