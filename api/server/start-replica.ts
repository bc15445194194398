import { openReplica, type Replica } from '#api/platform/database/replica.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import type { ServerOptions } from '../server.ts'

/** Opens the replica that is configured; null without one. Rejects when it is none of this database. */
export async function startReplica(options: ServerOptions): Promise<Replica | null> {
  const { config, clock, log, database } = options
  const url = config.replicaUrl
  return url === null ? null : openReplica({ url, primary: database, clock, log })
}

/** Hands the metrics what the replica's watch and its readers have counted. */
export function watchReplica({ watch }: Metrics, replica: Replica): void {
  watch('tidemark_replica_lag_seconds', 'How far the replica is behind at most', () => {
    const lag = replica.watch.lagMs()
    return lag === null ? null : lag / 1000
  })
  watch('tidemark_replica_usable', '1 while guests read on the replica', () =>
    Number(replica.watch.isUsable()),
  )
  watch(
    'tidemark_guest_reads_replica',
    'Replies to guests read on the replica since the start',
    () => replica.counts().replica,
  )
  watch(
    'tidemark_guest_reads_primary',
    'Replies to guests that could have been, read on the primary',
    () => replica.counts().primary,
  )
}
