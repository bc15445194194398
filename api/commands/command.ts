import { resolve } from 'node:path'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
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

/** Parses `FILE [--force]`, in either order. @throws CommandError (usage) */
export function parseFileArgs(command: string, args: readonly string[]) {
  const force = args.includes('--force')
  const [file, ...more] = args.filter((arg) => arg !== '--force')
  if (!file || file.startsWith('-') || more.length > 0) {
    throw new CommandError(`Usage: npm run ${command} -- FILE [--force]`, USAGE)
  }
  return { file: resolve(file), force }
}

/** Opens and migrates the database, and closes it after `work`. */
export async function withDatabase<T>(
  { config, log, open = () => openDirectDatabase(config, log) }: CommandDeps,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await open()
  try {
    await migrate(database)
    return await work(database)
  } finally {
    await database.close()
  }
}
