import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Market } from '#api/market/market.ts'
import type { Notifications } from '#api/modules/notifications/create-notifications.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { createFlipStore } from './flip-store.ts'
import { createFlipWatch } from './flip-watch.ts'
import { createLevelStore } from './level-store.ts'
import { createLevelWatch } from './level-watch.ts'
import { createAlertsService } from './service.ts'
import { createWorthStore } from './worth-store.ts'
import { createWorthWatch } from './worth-watch.ts'

/** Retention of notifications. */
const FLIP_RETENTION_MS = 90 * DAY_MS

interface AlertsDeps {
  database: Database
  market: Market
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll' | 'publish'>
  clock: Clock
  log: Log
}

export type Alerts = ReturnType<typeof createAlerts>

/** Alerts of prices and calls: the service of their users, and the watches of the instance that runs the feed. */
export function createAlerts(
  { database, market, bus, clock, log }: AlertsDeps,
  { fanout, pusher }: Pick<Notifications, 'fanout' | 'pusher'>,
) {
  const levels = createLevelStore(database)
  const flips = createFlipStore(database)
  const worths = createWorthStore(database)
  const announce = () => fanout.run().then(pusher.run)
  const watch = { market, bus, sendPush: pusher.run, clock, log }
  const levelWatch = createLevelWatch({ ...watch, store: levels })
  return {
    service: createAlertsService({ store: levels, market, bus, clock }),
    levels: levelWatch,
    flips: createFlipWatch({ store: flips, market, bus, announce, clock, log }),
    worths: createWorthWatch({ ...watch, store: worths }),
    async sweep() {
      levelWatch.remove(await levels.deleteExpired(clock.now()))
      await flips.deleteOld(clock.now() - FLIP_RETENTION_MS)
    },
  }
}
