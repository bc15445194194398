import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '#api/infrastructure/config.ts'
import { explainFolderError } from '#api/infrastructure/folder-error.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { explainConnectionError } from './connection-errors.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Timeout of each statement of a server that answers requests. */
export const STATEMENT_TIMEOUT_MS = 10_000

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataDir'>

/** The folder of the embedded database. */
export function databaseFolder(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'db')
}

/**
 * A restore interrupted between its two renames leaves the database under another name; a new, empty
 * database in its place would hide that.
 */
function refuseInterruptedRestore(folder: string): void {
  if (existsSync(folder) || !existsSync(dirname(folder))) return
  const previous = readdirSync(dirname(folder)).find((name) =>
    name.startsWith(`${basename(folder)}.before-restore-`),
  )
  if (previous === undefined) return
  throw new Error(
    `A restore was interrupted: the database is in ${join(dirname(folder), previous)}. ` +
      `Rename it to ${folder}, or remove it to start with an empty one.`,
  )
}

async function openEmbedded(folder: string): Promise<Database> {
  refuseInterruptedRestore(folder)
  return openPglite({ folder })
}

/**
 * Opens the configured database without migrating it: PostgreSQL by DATABASE_URL, else the embedded
 * one. Rejects when the server is unreachable. Commands, which count whole tables, set no timeout.
 * @throws FolderInUse when another process has the data folder open
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: Log,
  statementTimeoutMs?: number,
): Promise<Database> {
  const { databaseUrl: url, dataDir } = config
  if (url === null) {
    const folder = databaseFolder(config)
    return openEmbedded(folder).catch((error: unknown) => {
      throw explainFolderError(error, dataDir)
    })
  }
  const database = openPostgres({
    url,
    connections: config.databaseConnections,
    onConnectionError: (error) => log.warn({ err: error }, 'database connection broke'),
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  })
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    throw explainConnectionError(error, 'DATABASE_URL', url)
  }
}
