import type { Replica } from '#api/infrastructure/database/replica.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'

/** How the replica keeps up, and who reads there; NaN and nothing without one. */
export function watchReplica({ watch, watchTotal }: Metrics, replica: Replica | null): void {
  watch('tidemark_replica_usable', '1 while guests read on the replica', () =>
    replica === null ? null : Number(replica.watch.isUsable()),
  )
  watch('tidemark_replica_lag_seconds', 'How far the replica is behind at most', () => {
    const lag = replica?.watch.lagMs() ?? null
    return lag === null ? null : lag / 1000
  })
  watchTotal(
    'tidemark_guest_reads_replica_total',
    'Replies to guests that were read on the replica',
    () => replica?.counts().replica ?? 0,
  )
  watchTotal(
    'tidemark_guest_reads_primary_total',
    'Replies to guests that the replica could not give, read on the primary',
    () => replica?.counts().primary ?? 0,
  )
}
