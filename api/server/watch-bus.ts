import type { BusStats } from '#api/platform/bus/cluster-bus.ts'
import type { OpenBus } from '#api/platform/bus/open-bus.ts'
import type { Metrics } from '#api/platform/metrics.ts'

/** Hands the metrics what they read of the bus; a server without others beside it has nothing to tell. */
export function watchBus({ watch }: Metrics, { stats }: Pick<OpenBus, 'stats'>) {
  if (stats() === null) return
  const tell = (name: string, help: string, read: (stats: BusStats) => number | null) =>
    watch(`tidemark_bus_${name}`, help, () => {
      const now = stats()
      return now && read(now)
    })
  tell('connected', 'Whether the bus is heard', ({ isConnected }) => Number(isConnected))
  tell('others', 'Other processes that are heard', ({ others }) => others)
  tell('sent', 'Events told to others', ({ sent }) => sent)
  tell('received', 'Events heard from others', ({ received }) => received)
  tell('gaps', 'Messages of others found missing', ({ gaps }) => gaps)
  tell('missed', 'How often all that is kept was doubted', ({ missed }) => missed)
  tell('failures', 'Messages not sent or not understood', ({ failures }) => failures)
  tell('lag_seconds', 'From the sending to the hearing of the newest message', ({ lagMs }) =>
    lagMs === null ? null : lagMs / 1000,
  )
}
