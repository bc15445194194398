import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type ElectronStore from 'electron-store'

/** A small JSON file in the app's data folder, read and written as a whole. */
export interface JsonFile {
  /** Unchecked content; an empty object for a new file. */
  read(): Record<string, unknown>
  /** Never throws; failures are logged. */
  write(value: Record<string, unknown>): void
}

type Opened = Pick<ElectronStore, 'store'>

interface JsonFileOptions {
  Store: new (options: { name: string; cwd: string }) => Opened
  /** Folder of the file. */
  folder: string
  /** Name without `.json`. */
  name: string
  warn(message: string): void
}

/** Opens the store, moving a broken file aside; null when the folder is not writable. */
function openStore({ Store, folder, name, warn }: JsonFileOptions): Opened | null {
  const open = () => new Store({ name, cwd: folder })
  try {
    return open()
  } catch {
    warn(`${name}.json cannot be read and is put aside`)
  }
  try {
    renameSync(join(folder, `${name}.json`), join(folder, `${name}.broken.json`))
    return open()
  } catch {
    return null
  }
}

/**
 * Opens a JSON file. A broken one is renamed to `NAME.broken.json`; in a read-only folder nothing
 * is persisted.
 */
export function openJsonFile(options: JsonFileOptions): JsonFile {
  const file = openStore(options)
  const { name, warn } = options
  return {
    read() {
      try {
        return file?.store ?? {}
      } catch {
        warn(`${name}.json cannot be read`)
        return {}
      }
    },
    write(value) {
      try {
        if (file) file.store = value
      } catch {
        warn(`${name}.json cannot be written`)
      }
    },
  }
}
