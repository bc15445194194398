import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from '#api/commands/parts.ts'

/** Only the owner reads a backup: it holds e-mail addresses and hashes of sessions. */
const MODE = 0o600

function refuseExisting(file: string, force: boolean): void {
  if (!force && existsSync(file)) {
    throw new CommandError(`${file} is there already; --force overwrites it.`)
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Has `write` fill a temporary file beside `file` and puts it in its place only when it is whole and
 * on the disk. Whatever fails, an older file stays as it was and nothing half-written is left.
 * Throws a CommandError when `file` exists and `force` is not given.
 */
export async function writeWholeFile(
  file: string,
  force: boolean,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  refuseExisting(file, force)
  const temporary = `${file}.${process.pid}.partial`
  try {
    await (await open(temporary, 'wx', MODE)).close()
    await write(temporary)
    await sync(temporary)
    refuseExisting(file, force)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  // The name, too, must outlive a power cut. Windows cannot open a folder and needs no such help.
  if (process.platform !== 'win32') await sync(dirname(file))
}
