import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '#api/infrastructure/config.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** How long a server that answers requests waits for each statement; what takes longer is a fault. */
export const ANSWER_LIMIT_MS = 10_000

/** What the choice of a database needs of the configuration. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataDir'>

/** The folder of the embedded database. */
export function databaseFolder(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'db')
}

/**
 * A restore that was cut off between its two renames leaves the database under another name; a new,
 * empty one in its place would hide that.
 */
function refuseHalfRestored(folder: string): void {
  if (existsSync(folder) || !existsSync(dirname(folder))) return
  const kept = readdirSync(dirname(folder)).find((name) =>
    name.startsWith(`${basename(folder)}.before-restore-`),
  )
  if (kept === undefined) return
  throw new Error(
    `A restore was interrupted: the database is in ${join(dirname(folder), kept)}. ` +
      `Rename it to ${folder}, or remove it to begin anew.`,
  )
}

/** Opens the embedded database, unless a restore was cut off. */
async function openEmbedded(folder: string): Promise<Database> {
  refuseHalfRestored(folder)
  return openPglite({ folder })
}

/**
 * Opens the database that is configured: PostgreSQL by DATABASE_URL, else the embedded one in the
 * data folder. It is not migrated. Throws FolderInUse when another process has the folder open;
 * rejects when the server cannot be reached. `answerLimitMs` bounds each statement of PostgreSQL outside
 * transactions; commands have none, for they count whole tables.
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: Log,
  answerLimitMs?: number,
): Promise<Database> {
  if (config.databaseUrl === null) return openEmbedded(databaseFolder(config))
  const database = openPostgres({
    url: config.databaseUrl,
    connections: config.databaseConnections,
    onConnectionError: (error) => log.warn({ err: error }, 'a database connection broke'),
    ...(answerLimitMs !== undefined && { answerLimitMs }),
  })
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
