import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file as a whole: a crash or a concurrent reader never sees half of it. Throws. */
export function writeFileAtomic(path: string, text: string, mode: number): void {
  const draft = `${path}.new`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(draft, text, { mode })
  renameSync(draft, path)
}

/** Text of a file, or null when it cannot be read. */
export function readTextFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** A text file that the app works without. Neither method throws. */
export interface CacheFile {
  read(): string | null
  write(text: string): void
}

export const createCacheFile = (path: string): CacheFile => ({
  read: () => readTextFile(path),
  write(text) {
    try {
      writeFileAtomic(path, text, 0o600)
    } catch {
      // A full disk or a locked file: the next start reads an older copy.
    }
  },
})
