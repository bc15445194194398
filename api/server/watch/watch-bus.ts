import type { BusStats } from '#api/infrastructure/bus/cluster-bus.ts'
import type { OpenBus } from '#api/infrastructure/bus/open-bus.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'

/** The bus between processes; NaN, and totals of 0, with the embedded database, which has one. */
export function watchBus({ watch, watchTotal }: Metrics, { stats }: Pick<OpenBus, 'stats'>): void {
  const gauge = (name: string, help: string, read: (stats: BusStats) => number | null) =>
    watch(`tidemark_bus_${name}`, help, () => {
      const now = stats()
      return now && read(now)
    })
  const total = (name: string, help: string, read: (stats: BusStats) => number) =>
    watchTotal(`tidemark_bus_${name}_total`, help, () => {
      const now = stats()
      return now === null ? 0 : read(now)
    })
  gauge('connected', '1 while the bus is heard', ({ isConnected }) => Number(isConnected))
  gauge('others', 'Other processes that are heard', ({ others }) => others)
  gauge('lag_seconds', 'From the sending to the hearing of the newest message', ({ lagMs }) =>
    lagMs === null ? null : lagMs / 1000,
  )
  total('sent', 'Events told to other processes', ({ sent }) => sent)
  total('received', 'Events heard from other processes', ({ received }) => received)
  total('gaps', 'Times that messages of another process were found missing', ({ gaps }) => gaps)
  total('missed', 'Times that everything kept was taken for stale', ({ missed }) => missed)
  total('failures', 'Messages not sent or not understood', ({ failures }) => failures)
}
