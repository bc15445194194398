import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { admin } from './admin.ts'
import { backup } from './backup.ts'
import { CommandError, type CommandParts, FAILED, USAGE } from './parts.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'

type Command = (args: readonly string[], parts: CommandParts) => Promise<number>

const COMMANDS: Readonly<Record<string, Command>> = { admin, seed, backup, restore }

/** Whether `name`, the first word behind the program, is a command and not the server's start. */
export function isCommand(name: string | undefined): name is string {
  return name !== undefined && Object.hasOwn(COMMANDS, name)
}

/** Warnings and worse: a command answers in lines of its own, not in a log. */
function ownParts(): CommandParts {
  const config = readConfig()
  return {
    config,
    clock: systemClock,
    log: createLog(config.logLevel === 'silent' ? 'silent' : 'warn'),
    say: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  }
}

/**
 * Runs one of the operator's commands (admin, seed, backup, restore) and answers its exit code: 0
 * done, 1 not done, 2 not understood. Whatever goes wrong is told in one line and never thrown,
 * except a ConfigError when `parts` are left to be read from the environment.
 */
export async function runCommand(
  name: string,
  args: readonly string[],
  parts: CommandParts = ownParts(),
): Promise<number> {
  const command = isCommand(name) ? COMMANDS[name] : undefined
  if (!command) {
    parts.complain(`There is no command ${name}; there are: ${Object.keys(COMMANDS).join(', ')}.`)
    return USAGE
  }
  try {
    return await command(args, parts)
  } catch (error) {
    parts.complain(messageOf(error))
    return error instanceof CommandError ? error.exitCode : FAILED
  }
}

/**
 * What an error says, in one line. A refused connection to several addresses is an AggregateError
 * without a message of its own.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0] || 'It failed without saying why.'
}
