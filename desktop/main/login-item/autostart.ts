import { rmSync } from 'node:fs'
import { readTextFile, writeFileAtomic } from '#desktop/main/files.ts'

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

/** The autostart file: while it exists, the desktop starts the app. Throws on I/O errors. */
export function createAutostartFile(file: string, command: string) {
  const write = (text: string) => {
    if (readTextFile(file) !== text) writeFileAtomic(file, text, 0o644)
  }
  return {
    set(isOn: boolean): void {
      if (!isOn) rmSync(file, { force: true })
      else write(desktopEntry(command))
    },
    /** Updates the command of an existing file after the app was moved. */
    refresh(): void {
      const known = readTextFile(file)
      if (known !== null) write(withCommand(known, command))
    },
  }
}
