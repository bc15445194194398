import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { desktopEntry, withCommand } from './desktop-entry.ts'

/** The autostart file of this app: there, it is started with the desktop. Throws what the disk says. */
export function createAutostartFile(file: string, command: string) {
  const read = (): string | null => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return null
    }
  }
  const write = (text: string) => {
    if (read() === text) return
    mkdirSync(dirname(file), { recursive: true })
    // Whoever reads it meanwhile finds a whole one.
    const fresh = `${file}.new`
    writeFileSync(fresh, text, { mode: 0o644 })
    renameSync(fresh, file)
  }

  return {
    set(isOn: boolean): void {
      if (!isOn) rmSync(file, { force: true })
      else write(desktopEntry(command))
    },
    /** Follows the app to where it lies now, if it is started with the desktop. */
    refresh(): void {
      const known = read()
      if (known !== null) write(withCommand(known, command))
    },
  }
}
