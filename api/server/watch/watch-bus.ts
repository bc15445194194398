import type { ConnectedAppEventBus } from '#api/events.ts'
import type { EventBusStats } from '#api/infrastructure/bus/event-bus.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'

/** Metrics of the event bus; NaN, and totals of 0, with the embedded database, which has none. */
export function watchBus(
  { watch, watchTotal }: Metrics,
  { stats }: Pick<ConnectedAppEventBus, 'stats'>,
): void {
  const total = (name: string, help: string, read: (stats: EventBusStats) => number) =>
    watchTotal(`tidemark_bus_${name}_total`, help, () => {
      const now = stats()
      return now === null ? 0 : read(now)
    })
  watch('tidemark_bus_connected', '1 while events of other instances are received', () => {
    const now = stats()
    return now && Number(now.isConnected)
  })
  total('sent', 'Events sent to other instances', ({ sent }) => sent)
  total('received', 'Events received from other instances', ({ received }) => received)
  total('invalidations', 'Times all caches were invalidated', ({ invalidations }) => invalidations)
  total('rejected', 'Messages that were no valid event', ({ rejected }) => rejected)
}
