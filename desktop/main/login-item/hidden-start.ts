import type { App } from 'electron'
import { HIDDEN_FLAG } from './desktop-entry.ts'

interface HiddenStartOptions {
  app: Pick<App, 'getLoginItemSettings'>
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** `process.argv`. */
  argv: readonly string[]
}

/** Whether the app was started with the computer, so that no window is to open. */
export function isHiddenStart({ app, system, argv }: HiddenStartOptions): boolean {
  if (argv.includes(HIDDEN_FLAG)) return true
  return system === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
