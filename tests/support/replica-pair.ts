import type { Database } from '#api/infrastructure/database/database.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { startPostgres } from '#build/setup/postgres.mjs'
import { createTestDatabase } from './test-database.ts'

/** A PostgreSQL of its own and a standby that follows it, with one empty database. */
export interface ReplicaPair {
  primary: Awaited<ReturnType<typeof startPostgres>>
  standby: Awaited<ReturnType<typeof startPostgres>>
  /** The database on each. */
  url: string
  replicaUrl: string
  /** Asks the standby as its superuser. */
  onStandby(statement: string): Promise<void>
  stop(): Promise<void>
}

/** The database of `url` on the server of `serverUrl`. */
export function sameDatabaseAt(serverUrl: string, url: string): string {
  const place = new URL(serverUrl)
  place.pathname = new URL(url).pathname
  return place.href
}

/** A pool as tests use it: few connections, and no word about broken ones. */
export function openQuietly(url: string): Database {
  return openPostgres({ url, connections: 20, onConnectionError: () => {} })
}

/** Starts both servers; a few seconds. */
export async function startReplicaPair(): Promise<ReplicaPair> {
  const primary = await startPostgres()
  const standby = await startPostgres({ standbyOf: primary.url })
  const { url } = await createTestDatabase(primary.url)
  return {
    primary,
    standby,
    url,
    replicaUrl: sameDatabaseAt(standby.url, url),
    async onStandby(statement) {
      const server = openQuietly(standby.url)
      await server.script(statement).finally(() => server.close())
    },
    async stop() {
      await standby.stop()
      await primary.stop()
    },
  }
}

/** The value of a metric of the server at `url`; NaN when it has none. */
export async function metricOf(url: string, name: string): Promise<number> {
  const text = await fetch(`${url}/metrics`).then((reply) => reply.text())
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
