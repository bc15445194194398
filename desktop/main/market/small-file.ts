import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** One small text file that the app can do without: nothing it does ever fails. */
export interface SmallFile {
  /** The text, or null when there is none that can be read. */
  read(): string | null
  /** Replaces the text, wholly or not at all. */
  write(text: string): void
}

/** The file at `path`, written beside it first and then renamed, so that a crash leaves the old one. */
export function createSmallFile(path: string): SmallFile {
  return {
    read() {
      try {
        return readFileSync(path, 'utf8')
      } catch {
        return null
      }
    },
    write(text) {
      const draft = `${path}.new`
      try {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(draft, text, { mode: 0o600 })
        renameSync(draft, path)
      } catch {
        // A full disk or a locked file: the next start shows something older.
      }
    },
  }
}
