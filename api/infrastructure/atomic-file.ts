import { randomUUID } from 'node:crypto'
import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Readable by the owner only: the files hold secrets, email addresses and session hashes. */
const MODE = 0o600

/** Runs `create`; false when the file exists already. */
function isCreated(create: () => void): boolean {
  try {
    create()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return false
  }
}

/**
 * Creates `path` with `text` unless it exists, and returns whether it did. Other processes see the
 * whole file or none, except on file systems without hard links.
 */
export function createFile(path: string, text: string): boolean {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: MODE })
    return isCreated(() => linkSync(draft, path))
  } catch {
    return isCreated(() => writeFileSync(path, text, { flag: 'wx', mode: MODE }))
  } finally {
    rmSync(draft, { force: true })
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Replaces `path` with what `write` puts into a temporary file beside it. Until all of it is on disk
 * and `beforeReplace` has passed, the old file stays; a failure leaves nothing behind.
 */
export async function replaceFile(
  path: string,
  write: (temporary: string) => Promise<void>,
  beforeReplace = () => {},
): Promise<void> {
  const temporary = `${path}.${process.pid}.partial`
  try {
    await (await open(temporary, 'wx', MODE)).close()
    await write(temporary)
    await sync(temporary)
    beforeReplace()
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  // The directory entry must survive a power cut, too. Windows cannot open a directory.
  if (process.platform !== 'win32') await sync(dirname(path))
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'it, or a folder above it, is a file',
  EEXIST: 'it, or a folder above it, is a file',
  ENOENT: 'it cannot be created',
  ELOOP: 'it is a loop of links',
}

/** Returns an error that names DATA_DIR for a folder that cannot be used, else the same error. */
export function explainFolderError(error: unknown, dataDir: string): unknown {
  const isSystem = error instanceof Error && 'code' in error && 'syscall' in error
  const reason = isSystem ? REASONS[String(error.code)] : undefined
  if (reason === undefined) return error
  const cure = 'Set it to a folder that the server may write to.'
  return new Error(`DATA_DIR ${dataDir} cannot be used: ${reason}. ${cure}`, { cause: error })
}
