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
 * Makes this process the one that runs the app and is handed its links. Null when another one
 * already is; it has then been told what this one was started for.
 */
export function acquireSingleInstance({ app, system, argv }: ClaimOptions): Activations | null {
  if (!app.requestSingleInstanceLock()) return null
  // Not installed, the system would be told of a binary that is everybody's.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  if (system === 'win32') app.setAppUserModelId(APP_ID)
  // The tray and the stream go on without a window: only quitting ends the app.
  app.on('window-all-closed', () => {})
  return watchActivations({
    app,
    args: argv,
    isHiddenStart: () => isHiddenStart({ app, system, argv }),
  })
}
