import type { EventBus, EventSchemas } from '#api/infrastructure/bus/event-bus.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'

const CHECK_EVERY_MS = 5_000
/** Within this time Patroni stops to wait for a lost standby (`ttl` and `loop_wait`): 60 s. */
const CHECKS = 12

interface LostRepliesDeps {
  database: Pick<Database, 'onLostReply'>
  bus: Pick<EventBus<EventSchemas>, 'invalidateEverywhere' | 'reportLostEvents'>
  clock: Clock
}

/**
 * A write whose reply was lost publishes no event and may come into effect later: until a minute after the last
 * one, caches are not trusted for long; then open pages fetch again what they show. They do so once, because
 * replies are also lost under too much load.
 */
export function watchLostReplies({ database, bus, clock }: LostRepliesDeps): void {
  let isChecking = false
  let checksLeft = 0
  const check = () => {
    isChecking = checksLeft > 0
    if (!isChecking) return bus.reportLostEvents()
    checksLeft -= 1
    bus.invalidateEverywhere()
    clock.after(CHECK_EVERY_MS, check)
  }
  database.onLostReply(() => {
    checksLeft = CHECKS
    if (!isChecking) check()
  })
}
