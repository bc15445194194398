import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Log } from '#api/infrastructure/log.ts'

/** What an operator's command works with. */
export interface CommandParts {
  config: Config
  clock: Clock
  log: Log
  /** One line of the answer. */
  say: (line: string) => void
  /** One line that says why it did not work. */
  complain: (line: string) => void
}

/** Exit codes of every command. */
export const OK = 0
export const FAILED = 1
export const USAGE = 2

/** A command that cannot be done, in one line for the person who gave it. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = FAILED) {
    super(message)
    this.exitCode = exitCode
  }
}
