import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { admin } from './admin.ts'
import { backup } from './backup.ts'
import {
  type Command,
  type CommandDeps,
  CommandError,
  FAILED,
  messageOf,
  USAGE,
} from './command.ts'
import { runMigrations } from './migrate.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  admin,
  seed,
  migrate: runMigrations,
  backup,
  restore,
}

export function isCommand(name: string | undefined): name is string {
  return name !== undefined && Object.hasOwn(COMMANDS, name)
}

/** Logs warnings only, because commands print their own lines. */
function createDeps(): CommandDeps {
  const config = readConfig()
  return {
    config,
    clock: systemClock,
    log: createLog(config.logLevel === 'silent' ? 'silent' : 'warn'),
    print: (line) => process.stdout.write(`${line}\n`),
    printError: (line) => process.stderr.write(`${line}\n`),
  }
}

/**
 * Runs an operator's command and returns its exit code: 0 done, 1 failed, 2 usage. Errors are printed
 * as one line.
 * @throws ConfigError without `deps`, which are then read from the environment
 */
export async function runCommand(
  name: string,
  args: readonly string[],
  deps: CommandDeps = createDeps(),
): Promise<number> {
  const command = isCommand(name) ? COMMANDS[name] : undefined
  if (!command) {
    deps.printError(`There is no command ${name}; there are: ${Object.keys(COMMANDS).join(', ')}.`)
    return USAGE
  }
  try {
    return await command(args, deps)
  } catch (error) {
    deps.printError(messageOf(error))
    return error instanceof CommandError ? error.exitCode : FAILED
  }
}
