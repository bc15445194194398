import { HIDDEN_FLAG } from '#desktop/main/login-item/desktop-entry.ts'
import { pathOfLink } from './deep-link.ts'

/** What the command line says. */
export interface StartArguments {
  /** Only the tray appears; this is how the system starts the app at login. */
  isHidden: boolean
  /** Where a link into the app leads, or null when there is none. */
  path: string | null
}

/** Reads a command line, the program itself included; what it does not know it leaves alone. */
export function readArguments(args: readonly string[]): StartArguments {
  const paths = args.map(pathOfLink).filter((path) => path !== null)
  return { isHidden: args.includes(HIDDEN_FLAG), path: paths.at(-1) ?? null }
}
