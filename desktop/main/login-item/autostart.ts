import { rmSync } from 'node:fs'
import { readTextFile, writeFileAtomic } from '#desktop/main/files.ts'

/** XDG autostart entry. `command` is the absolute path of the executable. */
export function desktopEntry(command: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Tidemark',
    tryExecLine(command),
    execLine(command),
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/** Replaces the command only; the user may have edited the rest. */
export function withCommand(entry: string, command: string): string {
  return entry
    .replace(/^TryExec=.*$/m, () => tryExecLine(command))
    .replace(/^Exec=.*$/m, () => execLine(command))
}

/** Without this file the desktop ignores the entry, as after the app was uninstalled. */
const tryExecLine = (command: string) => `TryExec=${command.replaceAll('\\', '\\\\')}`

/** Argument of a start without a window. */
export const HIDDEN_FLAG = '--hidden'

/** The specification escapes twice: for the quoted argument and for the string value. */
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
    /** Desktops disable an entry by a key, or by removing it. */
    isOn(): boolean {
      const known = readTextFile(file)
      return known !== null && !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(known)
    },
    /** Updates the command of an existing file after the app was moved. */
    refresh(): void {
      const known = readTextFile(file)
      if (known !== null) write(withCommand(known, command))
    },
  }
}
