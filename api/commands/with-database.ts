import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openDatabase } from '#api/infrastructure/database/open.ts'
import type { CommandParts } from './parts.ts'

/** Opens the configured database, brings it to the newest migration, and closes it after `work`. */
export async function withDatabase<T>(
  { config, log }: CommandParts,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config, log)
  try {
    await migrate(database)
    return await work(database)
  } finally {
    await database.close()
  }
}
