import type { Database } from '#api/infrastructure/database/database.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { createMigratedDatabase, openTestDatabase, testServerUrl } from './test-database.ts'

/** A fresh, migrated database shared by several instances. */
export interface SharedDatabase {
  /** One pool per instance on PostgreSQL; the same handle on PGlite, which allows one process. */
  holders: Database[]
  /** Its URL; null on PGlite. */
  url: string | null
  /** Closes and drops it. */
  close(): Promise<void>
}

/** Opens one database for `count` instances. */
export async function openSharedDatabase(count: number): Promise<SharedDatabase> {
  if (testServerUrl === null) {
    const database = await openTestDatabase()
    const holders = new Array(count).fill(database)
    return { holders, url: null, close: () => database.close() }
  }
  const { url, drop } = await createMigratedDatabase(testServerUrl)
  const holders = Array.from({ length: count }, () =>
    openPostgres({ url, connections: 5, onConnectionError: () => {} }),
  )
  return {
    holders,
    url,
    async close() {
      await Promise.all(holders.map((holder) => holder.close()))
      await drop()
    },
  }
}

/** The same database with a no-op `close`, for a server that stops earlier. */
export function withoutClose(database: Database): Database {
  return { ...database, close: async () => {} }
}
