import { migrate, missingMigrations } from '#api/infrastructure/database/migrate.ts'
import {
  type CommandDeps,
  CommandError,
  countMigrations,
  OK,
  USAGE,
  withOpenDatabase,
} from './command.ts'

/**
 * `[--dry-run]`: applies the missing migrations and prints their names, or only prints them.
 * @throws CommandError, MigrationMismatch, MigrationBlocked
 */
export async function runMigrations(args: readonly string[], deps: CommandDeps): Promise<number> {
  const { print } = deps
  const isDryRun = args[0] === '--dry-run'
  if (args.length > (isDryRun ? 1 : 0)) {
    throw new CommandError('Usage: npm run migrate [-- --dry-run]', USAGE)
  }
  const names = await withOpenDatabase(deps, isDryRun ? missingMigrations : migrate)
  for (const name of names) print(name)
  if (names.length === 0) print('The database has every migration of this version.')
  else
    print(isDryRun ? `Missing: ${countMigrations(names)}.` : `Applied: ${countMigrations(names)}.`)
  return OK
}
