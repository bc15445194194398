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
