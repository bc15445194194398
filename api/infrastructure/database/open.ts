import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { explainFolderError } from '#api/infrastructure/atomic-file.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { checkAddresses, checkDirectAddress } from './check-addresses.ts'
import { explainConnectionError } from './connection-errors.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'

/** Timeout of each statement of a server that answers requests. */
const STATEMENT_TIMEOUT_MS = 10_000

export type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databaseConnections' | 'dataDir'
>

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

/**
 * Opens the configured database for a server, without migrating it: PostgreSQL by DATABASE_URL, else the
 * embedded one. Rejects when the server is unreachable.
 * @throws FolderInUse when another process has the data folder open
 * @throws ConfigError, DatabaseConnectionError when an address of PostgreSQL cannot be used
 */
export async function openDatabase(config: DatabaseConfig, log: Log): Promise<Database> {
  const { databaseUrl: url, databaseDirectUrl } = config
  if (url === null) return openEmbedded(config)
  const hasNamedStatements = await checkAddresses(url, databaseDirectUrl ?? url)
  if (!hasNamedStatements) {
    log.warn(
      'DATABASE_URL leads to a pooler that does not track prepared statements: each one is planned again',
    )
  }
  return openPool('DATABASE_URL', {
    url,
    connections: config.databaseConnections,
    onConnectionError: (error) => log.warn({ err: error }, 'database connection broke'),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    hasNamedStatements,
  })
}

/**
 * Opens it for a command, which needs sessions and counts whole tables: by DATABASE_DIRECT_URL where it is
 * set, and without a timeout of statements.
 * @throws FolderInUse, ConfigError, DatabaseConnectionError
 */
export async function openDirectDatabase(config: DatabaseConfig, log: Log): Promise<Database> {
  const { databaseUrl, databaseDirectUrl: url } = config
  if (url === null) return openEmbedded(config)
  await checkDirectAddress(databaseUrl ?? url, url)
  return openPool(url === databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', {
    url,
    connections: config.databaseConnections,
    onConnectionError: (error) => log.warn({ err: error }, 'database connection broke'),
  })
}

/** Migrates an open database, on a connection of its own where a pooler may end long transactions. */
export async function migrateDatabase(
  database: Database,
  config: DatabaseConfig,
  log: Log,
): Promise<void> {
  const direct =
    config.databaseDirectUrl === config.databaseUrl ? null : await openDirectDatabase(config, log)
  const start = performance.now()
  try {
    const migrations = await migrate(direct ?? database)
    const tookMs = Math.round(performance.now() - start)
    if (migrations.length > 0) log.info({ migrations, tookMs }, 'database migrated')
  } finally {
    await direct?.close()
  }
}

async function openEmbedded(config: DatabaseConfig): Promise<Database> {
  const folder = databaseFolder(config)
  try {
    refuseInterruptedRestore(folder)
    return await openPglite({ folder })
  } catch (error) {
    throw explainFolderError(error, config.dataDir)
  }
}

/** `variable` is the setting of the address. */
async function openPool(variable: string, options: PostgresOptions): Promise<Database> {
  const database = openPostgres(options)
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    throw explainConnectionError(error, variable, options.url)
  }
}
