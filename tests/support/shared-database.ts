import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { createTestDatabase, migratedImage, testServerUrl } from './test-database.ts'

/** One fresh, migrated database as several processes hold it. */
export interface SharedDatabase {
  /** A pool of its own each on PostgreSQL; the same one on PGlite, which only one process may open. */
  holders: Database[]
  /** Its address; null on PGlite. */
  url: string | null
  /** Closes and drops it. */
  close(): Promise<void>
}

/** Opens one database for `count` holders. */
export async function openSharedDatabase(count: number): Promise<SharedDatabase> {
  if (testServerUrl === null) {
    const database = await openPglite({ image: await migratedImage() })
    const holders = new Array(count).fill(database)
    return { holders, url: null, close: () => database.close() }
  }
  const { url, drop } = await createTestDatabase(testServerUrl)
  const holders = Array.from({ length: count }, () =>
    openPostgres({ url, connections: 5, onConnectionError: () => {} }),
  )
  if (holders[0]) await migrate(holders[0])
  return {
    holders,
    url,
    async close() {
      await Promise.all(holders.map((holder) => holder.close()))
      await drop()
    },
  }
}

/** The same database for a server that stops before it: closing it changes nothing. */
export function withoutClose(database: Database): Database {
  return { ...database, close: async () => {} }
}
