import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Database } from '#api/infrastructure/database/database.ts'
import { databaseFolder } from '#api/infrastructure/database/open.ts'
import { restoreEmbedded } from './backup/restore-embedded.ts'
import { restorePostgres } from './backup/restore-postgres.ts'
import { type CommandDeps, CommandError, FAILED, OK, USAGE } from './command.ts'

/** Maximum printed differences; the rest are only counted. */
const DIFFERENCES_PRINTED = 5

/** Backup formats by their first bytes. */
const FORMATS = [
  { kind: 'pglite', magic: Buffer.from([0x1f, 0x8b]), name: 'the embedded database' },
  { kind: 'postgres', magic: Buffer.from('PGDMP'), name: 'PostgreSQL' },
] as const

/** Parses `FILE [--force]`, in either order. @throws CommandError (usage) */
function parseFileArgs(args: readonly string[]) {
  const force = args.includes('--force')
  const [file, ...more] = args.filter((arg) => arg !== '--force')
  if (!file || file.startsWith('-') || more.length > 0) {
    throw new CommandError('Usage: npm run restore -- FILE [--force]', USAGE)
  }
  return { file: resolve(file), force }
}

/** @throws CommandError unless `file` starts like a backup of a database of this kind */
async function checkFormat(file: string, kind: Database['kind']): Promise<void> {
  const start = Buffer.alloc(8)
  try {
    const handle = await open(file, 'r')
    await handle.read(start, 0, start.length, 0).finally(() => handle.close())
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new CommandError(isMissing ? `There is no file ${file}.` : `${file} cannot be read.`)
  }
  const format = FORMATS.find(({ magic }) => start.subarray(0, magic.length).equals(magic))
  if (!format) throw new CommandError(`${file} is no backup made by this program.`)
  if (format.kind !== kind) {
    const target = FORMATS.find((known) => known.kind === kind)
    throw new CommandError(
      `${file} is a backup of ${format.name} and cannot go into ${target?.name}: ` +
        'check DATABASE_URL.',
    )
  }
}

/**
 * `FILE [--force]`: restores the database from FILE and migrates it. The server must be stopped.
 * Returns 1 when restored counters differ from their rows. A refused backup leaves the database unchanged.
 * @throws CommandError, DiskFull, FolderInUse, MigrationMismatch
 */
export async function restore(args: readonly string[], deps: CommandDeps): Promise<number> {
  const { config, clock, log, print, printError } = deps
  const { file, force } = parseFileArgs(args)
  const { databaseDirectUrl } = config
  await checkFormat(file, databaseDirectUrl === null ? 'pglite' : 'postgres')
  const restored =
    databaseDirectUrl === null
      ? await restoreEmbedded(file, databaseFolder(config), force, clock.now())
      : await restorePostgres(file, { ...config, databaseDirectUrl }, force, log)
  const { users, rounds, votes, posts, differences } = restored
  print(`Restored ${file}: ${users} users, ${rounds} rounds, ${votes} votes, ${posts} posts.`)
  if (differences.length === 0) {
    print('Every counter equals its rows.')
    return OK
  }
  printError(`${differences.length} counters differ from their rows:`)
  for (const difference of differences.slice(0, DIFFERENCES_PRINTED)) printError(`  ${difference}`)
  return FAILED
}
