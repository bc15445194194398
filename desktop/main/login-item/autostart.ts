import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The file that starts the app with the desktop of a Linux user (XDG autostart).
 * `command` is the absolute path of what is run.
 */
export function desktopEntry(command: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Tidemark',
    execLine(command),
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/** The same file with the command of the moment; what else stands in it may be its user's choice. */
export function withCommand(entry: string, command: string): string {
  return entry.replace(/^Exec=.*$/m, () => execLine(command))
}

/** Started this way the app opens no window. */
export const HIDDEN_FLAG = '--hidden'

/** The specification escapes twice: once for the quotes of a command, once for a value's text. */
function execLine(command: string): string {
  const quoted = command.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `Exec="${quoted.replaceAll('\\', '\\\\')}" ${HIDDEN_FLAG}`
}

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
