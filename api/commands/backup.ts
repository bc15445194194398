import { createWriteStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { replaceFile } from '#api/infrastructure/atomic-file.ts'
import { checkDirectAddress } from '#api/infrastructure/database/check-addresses.ts'
import { databaseFolder } from '#api/infrastructure/database/open.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { findTool, runTool, toolAddress } from './backup/postgres-tools.ts'
import { type CommandDeps, CommandError, OK, parseFileArgs } from './command.ts'

/** Dumps the data folder. Requires exclusive access, so the server must be stopped. */
async function dumpEmbedded(folder: string, file: string): Promise<void> {
  const database = await openPglite({ folder })
  try {
    const image = await database.dump()
    await pipeline(Readable.from(image.stream()), createWriteStream(file, { flags: 'r+' }))
  } finally {
    await database.close()
  }
}

/** Dumps a snapshot of the database while the server runs. */
async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  const { url, env } = toolAddress(databaseUrl)
  const options = ['--format=custom', '--no-owner', '--no-privileges', '--no-password']
  await runTool('pg_dump', [...options, `--file=${file}`, `--dbname=${url}`], env)
}

/**
 * `FILE [--force]`: writes the whole database to one file that only its owner can read. Requires
 * exclusive access to an embedded database.
 * @throws CommandError, FolderInUse
 */
export async function backup(
  args: readonly string[],
  { config, print }: CommandDeps,
): Promise<number> {
  const { file, force } = parseFileArgs('backup', args)
  const { databaseUrl, databaseDirectUrl: url } = config
  const folder = databaseFolder(config)
  if (url !== null) {
    findTool('pg_dump')
    await checkDirectAddress(databaseUrl ?? url, url)
  } else if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new CommandError(`There is no database in ${folder}.`)
  }
  const refuseExisting = () => {
    if (!force && existsSync(file)) {
      throw new CommandError(`${file} is there already; --force overwrites it.`)
    }
  }
  refuseExisting()
  const dump = (temporary: string) =>
    url === null ? dumpEmbedded(folder, temporary) : dumpPostgres(url, temporary)
  await replaceFile(file, dump, refuseExisting)
  print(`Backed up to ${file} (${Math.ceil(statSync(file).size / 1024)} KB).`)
  return OK
}
