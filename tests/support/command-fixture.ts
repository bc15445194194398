import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '#api/commands/main.ts'
import { type Config, readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { databaseFolder, openDirectDatabase } from '#api/infrastructure/database/open.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { withoutClose } from './shared-database.ts'
import { testClock } from './test-clock.ts'
import {
  createMigratedDatabase,
  createTestDatabase,
  migratedImage,
  openTestDatabase,
  testServerUrl,
} from './test-database.ts'

/** A temporary folder, on PostgreSQL also a database, for an operator's commands. */
export interface CommandFixture {
  config: Config
  /** Folder for test files. */
  folder: string
  /** Runs a command and returns its exit code and printed lines. */
  run(name: string, ...args: string[]): Promise<{ code: number; output: string; errors: string }>
  /** Opens the database, migrated. Close it before the next command. */
  open(): Promise<Database>
  dispose(): Promise<void>
}

export interface CommandFixtureOptions {
  now?: string
  environment?: Record<string, string>
  isConfigured?: boolean
}

interface Target {
  databaseUrl: string
  /** Opens the database; undefined = the configured one. */
  open?: () => Promise<Database>
  dispose(): Promise<void>
}

/** A migrated database; embedded, one in memory that commands and test share, which opens once. */
async function createSharedTarget(): Promise<Target> {
  if (testServerUrl !== null) {
    const { url, drop } = await createMigratedDatabase(testServerUrl)
    return { databaseUrl: url, dispose: drop }
  }
  let held: Promise<Database> | undefined
  return {
    databaseUrl: '',
    open() {
      held ??= openTestDatabase()
      return held.then(withoutClose)
    },
    dispose: async () => (await held)?.close(),
  }
}

/** The configured database without tables, on PGlite in the data folder. */
async function createConfiguredTarget(): Promise<Target> {
  if (testServerUrl === null) return { databaseUrl: '', dispose: async () => {} }
  const { url, drop } = await createTestDatabase(testServerUrl)
  return { databaseUrl: url, dispose: drop }
}

/**
 * Creates an empty fixture; the commands' clock stands at `now`. With `isConfigured`, commands open the
 * configured database themselves, as in operation.
 */
export async function createCommandFixture({
  now = '2026-11-21T02:30:00Z',
  environment = {},
  isConfigured = false,
}: CommandFixtureOptions = {}): Promise<CommandFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-command-'))
  const target = await (isConfigured ? createConfiguredTarget() : createSharedTarget())
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: target.databaseUrl,
    PRICE_FEED: 'simulated',
    ...environment,
  })
  const log = createLog('silent')
  const open = async () => {
    const place = databaseFolder(config)
    if (config.databaseUrl === null && !existsSync(place)) {
      return openPglite({ folder: place, image: await migratedImage() })
    }
    const database = await openDirectDatabase(config, log)
    await migrate(database)
    return database
  }
  return {
    config,
    folder,
    open: target.open ?? open,
    async run(name, ...args) {
      const output: string[] = []
      const errors: string[] = []
      const code = await runCommand(name, args, {
        config,
        log,
        clock: testClock(now),
        print: (line) => output.push(line),
        printError: (line) => errors.push(line),
        ...(target.open && { open: target.open }),
      })
      return { code, output: output.join('\n'), errors: errors.join('\n') }
    },
    async dispose() {
      await target.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
