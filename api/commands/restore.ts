import { databaseFolder } from '#api/infrastructure/database/open.ts'
import { checkFormat } from './backup/backup-format.ts'
import { restoreEmbedded } from './backup/restore-embedded.ts'
import { restorePostgres } from './backup/restore-postgres.ts'
import { readFileArgs } from './file-args.ts'
import { type CommandParts, FAILED, OK } from './parts.ts'

/** More differences than a person reads are only counted. */
const SHOWN = 5

/**
 * `FILE [--force]`: puts the database back as it was when FILE was made, and brings it to the newest
 * migration. The server must stand still. Answers 1 when the restored counters differ from their
 * rows; throws CommandError, FolderInUse and MigrationMismatch, and then nothing has changed.
 */
export async function restore(args: readonly string[], parts: CommandParts): Promise<number> {
  const { config, clock, log, say, complain } = parts
  const { file, force } = readFileArgs('restore', args)
  const { databaseUrl } = config
  await checkFormat(file, databaseUrl === null ? 'pglite' : 'postgres')
  const state =
    databaseUrl === null
      ? await restoreEmbedded(file, databaseFolder(config), force, clock.now())
      : await restorePostgres(file, { ...config, databaseUrl }, force, log)
  const { users, rounds, votes, posts, differences } = state
  say(`Restored ${file}: ${users} users, ${rounds} rounds, ${votes} votes, ${posts} posts.`)
  if (differences.length === 0) {
    say('Every counter equals its rows.')
    return OK
  }
  complain(`${differences.length} counters differ from their rows:`)
  for (const difference of differences.slice(0, SHOWN)) complain(`  ${difference}`)
  return FAILED
}
