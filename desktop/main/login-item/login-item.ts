import { join } from 'node:path'
import type { App } from 'electron'
import type { Log } from '#desktop/main/log/log.ts'
import { createAutostartFile, HIDDEN_FLAG } from './autostart.ts'

interface LoginItemOptions {
  app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** `$XDG_CONFIG_HOME`, else `~/.config`; Electron's `app.getPath('appData')` is it. Linux only. */
  configFolder: string
  /** The app's own binary, `process.execPath`. */
  executable: string
  /** The AppImage the app runs from (`$APPIMAGE`): its binary is in a temporary mount. */
  appImage?: string | undefined
  log: Log
}

/** Start of the app at login, without a window. */
export interface LoginItem {
  /** Applies the setting. Failures are logged. */
  set(isOn: boolean): void
  /** Whether the system starts the app, which the user may have changed there; null if unknown. */
  isOn(): boolean | null
  /**
   * Updates the path of a moved app. Does not re-enable what the user disabled in the system
   * settings.
   */
  refresh(): void
}

/** A development build never changes the login items. */
export function createLoginItem(options: LoginItemOptions): LoginItem {
  const { app, system, log } = options
  if (!app.isPackaged) return { set() {}, isOn: () => null, refresh() {} }
  const { set, isOn, refresh } = system === 'linux' ? ofDesktop(options) : ofSystem(options)
  const trying = (work: () => void) => {
    try {
      work()
    } catch (error) {
      log.warn('starting at sign-in could not be set', error)
    }
  }
  return { set: (isOn) => trying(() => set(isOn)), isOn, refresh: () => trying(refresh) }
}

function ofDesktop({ configFolder, executable, appImage }: LoginItemOptions): LoginItem {
  const file = join(configFolder, 'autostart', 'app.tidemark.desktop.desktop')
  return createAutostartFile(file, appImage || executable)
}

function ofSystem({ app, system, executable }: LoginItemOptions): LoginItem {
  // macOS reports a start at login; Windows passes an argument. Electron reads the path as a command line,
  // which ends at a space without quotes (electron#53911).
  const item = system === 'win32' ? { path: `"${executable}"`, args: [HIDDEN_FLAG] } : {}
  const isActive = () => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(item)
    // The task manager of Windows disables an entry without removing it.
    return openAtLogin && (system !== 'win32' || executableWillLaunchAtLogin)
  }
  return {
    set(isOn) {
      if (isActive() === isOn) return
      app.setLoginItemSettings({ ...item, openAtLogin: isOn })
    },
    isOn: isActive,
    // Both systems track a moved app themselves.
    refresh() {},
  }
}

interface HiddenStartOptions {
  app: Pick<App, 'getLoginItemSettings'>
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** `process.argv`. */
  argv: readonly string[]
}

/** Whether the system started the app at login, without a window. */
export function isHiddenStart({ app, system, argv }: HiddenStartOptions): boolean {
  if (argv.includes(HIDDEN_FLAG)) return true
  return system === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
