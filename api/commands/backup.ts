import { createWriteStream, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { replaceFile } from '#api/infrastructure/atomic-file.ts'
import { keepAlive } from '#api/infrastructure/clock.ts'
import { checkDirectAddress } from '#api/infrastructure/database/check-addresses.ts'
import { saveLastBackup } from '#api/infrastructure/database/last-backup.ts'
import { databaseFolder } from '#api/infrastructure/database/open.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import { type BackupPlan, parseBackupArgs } from './backup/backup-arguments.ts'
import {
  backupName,
  deleteOldBackups,
  instantOf,
  lastDue,
  listBackups,
} from './backup/backup-folder.ts'
import { findTool, runTool, toolAddress } from './backup/postgres-tools.ts'
import { type CommandDeps, CommandError, messageOf, OK, withOpenDatabase } from './command.ts'

type FolderPlan = Extract<BackupPlan, { kind: 'folder' }>

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
 * Writes the whole database to one file that only its owner can read. Requires exclusive access to an embedded
 * database; on PostgreSQL the server records the time.
 * @throws CommandError, FolderInUse
 */
async function backUp(file: string, force: boolean, deps: CommandDeps): Promise<void> {
  const { config, clock, print, printError } = deps
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
  const begin = clock.now()
  const dump = (temporary: string) =>
    url === null ? dumpEmbedded(folder, temporary) : dumpPostgres(url, temporary)
  await replaceFile(file, dump, refuseExisting)
  print(`Backed up to ${file} (${Math.ceil(statSync(file).size / 1024)} KB).`)
  if (url === null) return
  const save = withOpenDatabase(deps, (database) => saveLastBackup(database, begin))
  await save.catch((error: unknown) => {
    printError(`The backup is complete, but its time was not recorded: ${messageOf(error)}`)
  })
}

/** Adds a backup to the folder and deletes the oldest. @throws CommandError, FolderInUse */
async function backUpInto({ folder, keep }: FolderPlan, deps: CommandDeps): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const now = deps.clock.now()
  await backUp(join(folder, backupName(now)), false, deps)
  const deleted = deleteOldBackups(folder, keep, now)
  for (const name of deleted) deps.print(`Deleted ${join(folder, name)}.`)
}

/** Backs up each day, at once when the last time was missed, and an hour after a failure. Never ends. */
export async function backUpDaily(
  plan: FolderPlan,
  daily: number,
  deps: CommandDeps,
): Promise<never> {
  const { clock, printError } = deps
  keepAlive()
  for (;;) {
    const due = lastDue(clock.now(), daily)
    let next = due + DAY_MS
    try {
      const [newest] = listBackups(plan.folder)
      if (newest === undefined || instantOf(newest) < due) await backUpInto(plan, deps)
    } catch (error) {
      printError(messageOf(error))
      printError('The next attempt is in an hour.')
      next = Math.min(next, clock.now() + HOUR_MS)
    }
    await new Promise<void>((resolve) => clock.after(next - clock.now(), resolve))
  }
}

/**
 * `FILE [--force]` or `FOLDER --keep NUMBER [--daily HH:MM]`, the time in UTC: backs up the database, while
 * a server on PostgreSQL runs; an embedded one must be stopped.
 * @throws CommandError, FolderInUse
 */
export async function backup(args: readonly string[], deps: CommandDeps): Promise<number> {
  const plan = parseBackupArgs(args)
  if (plan.kind === 'file') {
    await backUp(plan.file, plan.force, deps)
  } else if (plan.daily === null) {
    await backUpInto(plan, deps)
  } else {
    if (deps.config.databaseUrl === null) {
      throw new CommandError(
        '--daily needs DATABASE_URL: an embedded database is backed up while its server is stopped.',
      )
    }
    await backUpDaily(plan, plan.daily, deps)
  }
  return OK
}
