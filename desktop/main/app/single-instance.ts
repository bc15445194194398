import type { App } from 'electron'
import { isHiddenStart } from '#desktop/main/login-item/login-item.ts'
import { type ActivatedApp, type Activations, LINK_SCHEME, watchActivations } from './deep-links.ts'

export const APP_ID = 'app.tidemark.desktop'

type Claimed =
  | 'isPackaged'
  | 'getLoginItemSettings'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setAsDefaultProtocolClient'

interface ClaimOptions {
  app: Pick<App, Claimed> &
    ActivatedApp & { on(event: 'window-all-closed', l: () => void): unknown }
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** `process.argv`. */
  argv: readonly string[]
}

/**
 * Acquires the single-instance lock and registers the link scheme. Null when another process runs;
 * Electron has passed it our arguments.
 */
export function acquireSingleInstance({ app, system, argv }: ClaimOptions): Activations | null {
  if (!app.requestSingleInstanceLock()) return null
  // In development the executable is the shared Electron binary.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  if (system === 'win32') app.setAppUserModelId(APP_ID)
  // Tray and live connection run without a window; only a quit ends the app.
  app.on('window-all-closed', () => {})
  return watchActivations({
    app,
    args: argv,
    isHiddenStart: () => isHiddenStart({ app, system, argv }),
  })
}
