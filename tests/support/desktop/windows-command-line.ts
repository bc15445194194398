/** Where Windows installs for a user whose name has a space. */
export const WINDOWS_EXECUTABLE =
  'C:\\Users\\Jun Lee\\AppData\\Local\\Programs\\Tidemark\\Tidemark.exe'

/**
 * The program of a Windows command line, as Chromium reads it: up to the closing quote, or to the first space.
 */
export function programOf(commandLine: string): string {
  const [, quoted, plain = ''] = /^\s*(?:"([^"]*)"|(\S*))/.exec(commandLine) ?? []
  return quoted ?? plain
}
