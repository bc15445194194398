import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type ElectronStore from 'electron-store'

/** A small JSON file in the app's own folder, read whole and written whole. */
export interface JsonFile {
  /** What it holds; an empty object when there is nothing yet. To be checked by who reads it. */
  read(): Record<string, unknown>
  /** Never throws: what cannot be written now is lost, and said in the log. */
  write(value: Record<string, unknown>): void
}

type Opened = Pick<ElectronStore, 'store'>

interface JsonFileOptions {
  Store: new (options: { name: string; cwd: string }) => Opened
  /** The folder of the file. */
  folder: string
  /** Its name without `.json`. */
  name: string
  warn(message: string): void
}

/** Opens the file, a broken one anew after putting it aside; null when the folder allows neither. */
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
 * Opens a kept file. A broken one is put aside as `NAME.broken.json` and begun anew; where nothing
 * can be kept, it is as if nothing ever was.
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
