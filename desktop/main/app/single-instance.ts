import { join } from 'node:path'
import type { App } from 'electron'
import { type Environment, RESTARTED } from '#desktop/main/environment.ts'
import type { Log } from '#desktop/main/log/log.ts'
import { isHiddenStart } from '#desktop/main/login-item/login-item.ts'
import { type ActivatedApp, type Activations, LINK_SCHEME, watchActivations } from './deep-links.ts'

export const APP_ID = 'app.tidemark.desktop'
/** COM class of a click on a notification on Windows. The uninstaller removes it: build/installer.nsh. */
export const TOAST_ACTIVATOR = '5E0C1C4B-6D52-4E0B-9C1F-7A3D2B8E4F61'

type Claimed =
  | 'isPackaged'
  | 'getLoginItemSettings'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setToastActivatorCLSID'

interface RegisterOptions {
  app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>
  log: Pick<Log, 'warn'>
}

/** Registers the link scheme. Fails for an AppImage that is not integrated into the desktop. */
export function registerLinkScheme({ app, log }: RegisterOptions): void {
  // In development the executable is the shared Electron binary.
  if (!app.isPackaged || app.setAsDefaultProtocolClient(LINK_SCHEME)) return
  log.warn(`the system does not open links of ${LINK_SCHEME}: with this app`)
}

interface ProfileOptions {
  app: Pick<App, 'isPackaged' | 'getPath' | 'setPath' | 'setAppLogsPath'> & {
    commandLine: { hasSwitch(name: string): boolean }
  }
  /** `darwin`, `win32` or `linux`. */
  system: string
}

/** Separates a development build from an installed app: profile, and with it the instance lock. */
export function setDevelopmentProfile({ app, system }: ProfileOptions): void {
  if (app.isPackaged || app.commandLine.hasSwitch('user-data-dir')) return
  const folder = `${app.getPath('userData')} Development`
  app.setPath('userData', folder)
  // Elsewhere the logs are inside the profile.
  if (system === 'darwin') app.setAppLogsPath(join(folder, 'logs'))
}

interface ClaimOptions {
  app: Pick<App, Claimed> &
    ActivatedApp & { on(event: 'window-all-closed', l: () => void): unknown }
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** `process.argv`. */
  argv: readonly string[]
  /** `process.env`. */
  env: Environment
  /** `process.execPath`. */
  executable: string
}

/**
 * Acquires the single-instance lock. Null when another process runs; Electron has passed it our
 * arguments.
 */
export function acquireSingleInstance(options: ClaimOptions): Activations | null {
  const { app, system, env, executable } = options
  if (!app.requestSingleInstanceLock()) return null
  if (system === 'win32') {
    // Notifications are shown only under an id with a shortcut, or the path of the executable.
    app.setAppUserModelId(app.isPackaged ? APP_ID : executable)
    // Electron would make up another one at each start, which no uninstaller finds.
    if (app.isPackaged) app.setToastActivatorCLSID(TOAST_ACTIVATOR)
  }
  // Tray and live connection run without a window; only a quit ends the app.
  app.on('window-all-closed', () => {})
  const argv = env[RESTARTED] ? [] : options.argv
  // Programs that the app runs must not pass it on to a later start.
  delete env[RESTARTED]
  return watchActivations({
    app,
    args: argv,
    isHiddenStart: () => isHiddenStart({ app, system, argv }),
  })
}
