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
  /** The AppImage the app runs from (`$APPIMAGE`): its binary lies in a mount that goes with it. */
  appImage?: string | undefined
  log: Log
}

/** Whether the app is started when its person signs in to the computer; then it opens no window. */
export interface LoginItem {
  /** Call it when the setting changes. What the system refuses is written to the log. */
  set(isOn: boolean): void
  /**
   * Call it at start: an app that was moved is started from its new place. It turns nothing on that
   * a person has turned off in the system's own settings.
   */
  refresh(): void
}

/** An app that is not installed never touches what the computer starts. */
export function createLoginItem(options: LoginItemOptions): LoginItem {
  const { app, system, log } = options
  if (!app.isPackaged) return { set() {}, refresh() {} }
  const { set, refresh } = system === 'linux' ? ofDesktop(options) : ofSystem(options)
  const trying = (work: () => void) => {
    try {
      work()
    } catch (error) {
      log.warn('starting at sign-in could not be set', error)
    }
  }
  return { set: (isOn) => trying(() => set(isOn)), refresh: () => trying(refresh) }
}

function ofDesktop({ configFolder, executable, appImage }: LoginItemOptions): LoginItem {
  const file = join(configFolder, 'autostart', 'app.tidemark.desktop.desktop')
  return createAutostartFile(file, appImage || executable)
}

function ofSystem({ app, system, executable }: LoginItemOptions): LoginItem {
  // macOS starts the app itself and tells it that it did; Windows starts a command.
  const item = system === 'win32' ? { path: executable, args: [HIDDEN_FLAG] } : {}
  return {
    set(isOn) {
      if (app.getLoginItemSettings(item).openAtLogin === isOn) return
      app.setLoginItemSettings({ ...item, openAtLogin: isOn })
    },
    // Both systems follow the app by themselves: its bundle, or the folder it is installed in.
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

/** Whether the app was started with the computer, so that no window is to open. */
export function isHiddenStart({ app, system, argv }: HiddenStartOptions): boolean {
  if (argv.includes(HIDDEN_FLAG)) return true
  return system === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
