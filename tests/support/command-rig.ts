import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '#api/commands/main.ts'
import { type Config, readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { databaseFolder, openDatabase } from '#api/infrastructure/database/open.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { testClock } from './test-clock.ts'
import { createTestDatabase, migratedImage, testServerUrl } from './test-database.ts'

/** A place of its own for an operator's commands: a temporary folder, or a database on the server. */
export interface CommandRig {
  config: Config
  /** A folder for files of the test. */
  folder: string
  /** Runs a command; answers its exit code and the lines it wrote. */
  run(name: string, ...args: string[]): Promise<{ code: number; said: string; complained: string }>
  /** Opens the place's database, migrated. Close it before the next command. */
  open(): Promise<Database>
  dispose(): Promise<void>
}

/** Makes a place with nothing in it. The clock of its commands stands at `now`. */
export async function commandRig(
  now = '2026-11-21T02:30:00Z',
  environment: Record<string, string> = {},
): Promise<CommandRig> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-command-'))
  const server = testServerUrl === null ? null : await createTestDatabase(testServerUrl)
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: server?.url ?? '',
    PRICE_FEED: 'simulated',
    ...environment,
  })
  const log = createLog('silent')
  const open = async () => {
    const place = databaseFolder(config)
    if (config.databaseUrl === null && !existsSync(place)) {
      return openPglite({ folder: place, image: await migratedImage() })
    }
    const database = await openDatabase(config, log)
    await migrate(database)
    return database
  }
  return {
    config,
    folder,
    open,
    async run(name, ...args) {
      const said: string[] = []
      const complained: string[] = []
      const code = await runCommand(name, args, {
        config,
        log,
        clock: testClock(now),
        say: (line) => said.push(line),
        complain: (line) => complained.push(line),
      })
      return { code, said: said.join('\n'), complained: complained.join('\n') }
    },
    async dispose() {
      await server?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
