import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CommandError, messageOf } from '#api/commands/command.ts'
import { FolderInUse, lockFolder } from '#api/infrastructure/database/folder-lock.ts'
import { checkDiskSpace } from '#api/infrastructure/database/guarded-pglite.ts'
import { openPglite } from '#api/infrastructure/database/pglite.ts'
import { checkRestored, type RestoredState } from './restored-state.ts'

/**
 * Checks the gzip checksum before opening: PGlite prints pages of errors about a truncated file.
 * @throws CommandError when it is damaged; an error of the system when it cannot be read
 */
async function checkGzip(file: string): Promise<void> {
  try {
    await pipeline(createReadStream(file), createGunzip(), drain)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? `${error.code}` : ''
    if (!code.startsWith('Z_')) throw error
    throw new CommandError(`${file} is damaged: ${messageOf(error)}.`)
  }
}

async function openImage(file: string, folder: string) {
  await checkGzip(file)
  try {
    return await openPglite({ folder, image: new Blob([await readFile(file)]) })
  } catch (error) {
    // DiskFull and the errors of the system have a code.
    if (error instanceof FolderInUse || (error instanceof Error && 'code' in error)) throw error
    // PGlite fails in other words when the disk fills while it unpacks.
    checkDiskSpace(folder)
    throw new CommandError(`${file} cannot be opened as a database: ${messageOf(error)}`)
  }
}

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}

/** Unpacks the backup into `folder` and migrates it there. */
async function unpack(file: string, folder: string): Promise<RestoredState> {
  const database = await openImage(file, folder)
  try {
    return await checkRestored(database)
  } finally {
    await database.close()
  }
}

/** Replaces `folder` by `fresh`; moves `folder` back if that fails. */
async function replaceFolder(fresh: string, folder: string, aside: string): Promise<void> {
  const previous = existsSync(folder)
  if (previous) await rename(folder, aside)
  try {
    await rename(fresh, folder)
  } catch (error) {
    if (previous) await rename(aside, folder)
    throw error
  }
  await rm(aside, { recursive: true, force: true })
}

/**
 * Restores the embedded database of `folder`: unpacks, migrates and checks the backup beside it before
 * swapping the two. `now` (epoch ms) names the old folder meanwhile. An error leaves all unchanged.
 * @throws CommandError, DiskFull, FolderInUse, MigrationMismatch
 */
export async function restoreEmbedded(
  file: string,
  folder: string,
  force: boolean,
  now: number,
): Promise<RestoredState> {
  const unlock = lockFolder(folder)
  const fresh = `${folder}.restoring`
  try {
    if (!force && existsSync(folder) && readdirSync(folder).length > 0) {
      throw new CommandError(`There is a database in ${folder} already; --force replaces it.`)
    }
    await rm(fresh, { recursive: true, force: true })
    const state = await unpack(file, fresh)
    await replaceFolder(fresh, folder, `${folder}.before-restore-${now}`)
    return state
  } finally {
    await rm(fresh, { recursive: true, force: true })
    unlock()
  }
}
