import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '#api/commands/main.ts'
import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

/** A migrated database with the settings of a server on it. */
export interface LoadDatabase {
  env: Record<string, string>
  database: Database
  /** Closes and drops it. */
  close(): Promise<void>
}

/** Creates a database on the server of TEST_DATABASE_URL, with `demo` filled with demo data. */
export async function openLoadDatabase({ demo }: { demo: boolean }): Promise<LoadDatabase> {
  const { url, drop } = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-data-'))
  const env = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: '0',
    PRICE_FEED: 'simulated',
    JWT_SECRET: crypto.randomUUID() + crypto.randomUUID(),
  }
  const database = openPostgres({ url, connections: 4, onConnectionError: () => {} })
  const close = async () => {
    await database.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(database)
    if (demo) await seed(env)
    return { env, database, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function seed(env: Record<string, string>): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const log = createLog('silent')
  const config = readConfig(env)
  await runCommand('seed', [], {
    config,
    clock: systemClock,
    log,
    print: () => {},
    printError: print,
  })
}

/** Runs `work` on a new database. */
export async function onDatabase<T>(
  demo: boolean,
  work: (env: Record<string, string>, database: Database) => Promise<T>,
): Promise<T> {
  const { env, database, close } = await openLoadDatabase({ demo })
  try {
    return await work(env, database)
  } finally {
    await close()
  }
}
