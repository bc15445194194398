import { openReplica, type Replica } from '#api/infrastructure/database/replica.ts'
import type { ServerOptions } from '#api/server.ts'

/** Opens the replica that is configured; null without one. Rejects when it is none of this database. */
export async function startReplica(options: ServerOptions): Promise<Replica | null> {
  const { config, clock, log, database } = options
  const { replicaUrl: url, databaseConnections: connections } = config
  return url === null ? null : openReplica({ url, connections, primary: database, clock, log })
}
