import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate, missingMigrations } from '#api/infrastructure/database/migrate.ts'
import { openDirectDatabase } from '#api/infrastructure/database/open.ts'
import type { Log } from '#api/infrastructure/log.ts'

export interface CommandDeps {
  config: Config
  clock: Clock
  log: Log
  /** Opens the database to work on; the configured one by default. */
  open?: () => Promise<Database>
  /** Writes one line to standard output. */
  print: (line: string) => void
  /** Writes one line to standard error. */
  printError: (line: string) => void
}

/** Runs with the arguments after its name and returns an exit code. */
export type Command = (args: readonly string[], deps: CommandDeps) => Promise<number>

/** Exit codes. */
export const OK = 0
export const FAILED = 1
export const USAGE = 2

/** A failed command; the message is one line for the operator. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = FAILED) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Opens the database as it is, and closes it after `work`. */
export async function withOpenDatabase<T>(
  { config, log, open = () => openDirectDatabase(config, log) }: CommandDeps,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await open()
  return work(database).finally(() => database.close())
}

/** Describes a number of migrations. */
export const countMigrations = (names: readonly string[]): string =>
  names.length === 1 ? '1 migration' : `${names.length} migrations`

/**
 * Opens the database and closes it after `work`. Does not migrate it: after a roll back an older server uses it.
 * @throws CommandError when it lacks migrations of this version; MigrationMismatch
 */
export function withCurrentDatabase<T>(
  deps: CommandDeps,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return withOpenDatabase(deps, async (database) => {
    const missing = await missingMigrations(database)
    if (missing.length === 0) return work(database)
    throw new CommandError(
      `The database lacks ${countMigrations(missing)} of this version, and nothing was changed: use the ` +
        "server's version, or run the command migrate, which takes the database forward.",
    )
  })
}

/** Opens and migrates the database, and closes it after `work`. */
export function withMigratedDatabase<T>(
  deps: CommandDeps,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return withOpenDatabase(deps, async (database) => {
    await migrate(database)
    return work(database)
  })
}

/**
 * The first line of an error's message. A connection refused at several addresses is an
 * AggregateError without a message of its own.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0] || 'It failed without a message.'
}
