import { createWriteStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { databaseFolder } from '#api/infrastructure/database/open.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { toolAddress } from './backup/postgres-address.ts'
import { findTool, runTool } from './backup/postgres-tools.ts'
import { writeWholeFile } from './backup/whole-file.ts'
import { readFileArgs } from './file-args.ts'
import { CommandError, type CommandParts, OK } from './parts.ts'

/** Writes the folder's image; nothing else may have the folder open, so the server must stand still. */
async function writeEmbedded(folder: string, temporary: string): Promise<void> {
  const database = await openPglite({ folder })
  try {
    const image = await database.dump()
    await pipeline(Readable.from(image.stream()), createWriteStream(temporary, { flags: 'r+' }))
  } finally {
    await database.close()
  }
}

/** Dumps one instant of the database; the server may go on meanwhile. */
async function writePostgres(databaseUrl: string, temporary: string): Promise<void> {
  const { url, env } = toolAddress(databaseUrl)
  const what = ['--format=custom', '--no-owner', '--no-privileges', '--no-password']
  await runTool('pg_dump', [...what, `--file=${temporary}`, `--dbname=${url}`], env)
}

/**
 * `FILE [--force]`: writes the whole database to one file, readable by its owner only. The embedded
 * database must not be in use; PostgreSQL may be. Throws CommandError, FolderInUse.
 */
export async function backup(
  args: readonly string[],
  { config, say }: CommandParts,
): Promise<number> {
  const { file, force } = readFileArgs('backup', args)
  const { databaseUrl } = config
  const folder = databaseFolder(config)
  if (databaseUrl !== null) findTool('pg_dump')
  else if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new CommandError(`There is no database in ${folder}.`)
  }
  await writeWholeFile(file, force, (temporary) =>
    databaseUrl === null ? writeEmbedded(folder, temporary) : writePostgres(databaseUrl, temporary),
  )
  say(`Backed up to ${file} (${Math.ceil(statSync(file).size / 1024)} KB).`)
  return OK
}
