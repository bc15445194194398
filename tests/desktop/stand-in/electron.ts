import type { BrowserContext } from 'playwright'
import { type AppOptions, StandInApp } from './app.ts'
import { Frames } from './frames.ts'
import { standInNativeImage } from './images.ts'
import { StandInIpcMain } from './ipc-main.ts'
import { type Roles, StandInMenu, StandInMenuItem } from './menu.ts'
import { NotificationCenter, StandInNotification } from './notification.ts'
import { freshNames } from './page-script.ts'
import { Pages } from './pages.ts'
import { Protocols } from './protocol.ts'
import { Sessions } from './session.ts'
import { strict } from './strict.ts'
import {
  StandInNativeUpdater,
  StandInPower,
  StandInScreen,
  StandInTheme,
  standInDialogs,
  standInShell,
  standInShortcuts,
} from './system.ts'
import { StandInTray } from './tray.ts'
import type { StandInContents } from './web-contents.ts'
import { StandInWindow } from './window.ts'
import type { World } from './world.ts'

/** State of one start that tests inspect. */
export type Desk = Awaited<ReturnType<typeof playElectron>>

/** Fake Electron for one start, with pages in `context`. */
export async function playElectron(context: BrowserContext, options: AppOptions) {
  const app = new StandInApp(options)
  const protocols = new Protocols(() => app.isReady())
  const sessions = new Sessions(protocols)
  const ipcMain = new StandInIpcMain()
  const parts = { app, frames: new Frames(() => protocols.scheme), ipcMain, names: freshNames() }
  const world: World = Object.assign(parts, { protocols, sessions, pages: new Pages(context) })
  await world.pages.prepare(world)

  const trays: StandInTray[] = []
  const notificationCenter = new NotificationCenter(() => app.system)
  const shortcuts = standInShortcuts()
  const shell = standInShell()
  const dialogs = standInDialogs(() => [...app.windows].some((window) => window.isVisible()))
  const screen = new StandInScreen()
  app.scaleAt = (x) => screen.scaleAt(x)
  const powerMonitor = new StandInPower()
  const nativeTheme = new StandInTheme()
  const menu: { application: StandInMenu | null } = { application: null }
  /** Options of crashReporter.start. */
  const crashReports: Electron.CrashReporterStartOptions[] = []
  const copied: string[] = []

  class BrowserWindow extends StandInWindow {
    constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
      super(world, options)
    }
    static getAllWindows(): StandInWindow[] {
      return [...app.windows]
    }
    static getFocusedWindow(): StandInWindow | null {
      return [...app.windows].find((window) => window.isFocused()) ?? null
    }
    static fromWebContents(contents: StandInContents): StandInWindow | null {
      return [...app.windows].find(({ webContents }) => webContents === contents) ?? null
    }
  }
  class Tray extends StandInTray {
    constructor(...args: ConstructorParameters<typeof StandInTray>) {
      super(...args)
      trays.push(this)
    }
  }
  class Notification extends StandInNotification {
    constructor(options: Electron.NotificationConstructorOptions = {}) {
      super(notificationCenter, options)
    }
    static isSupported(): boolean {
      notificationCenter.isRegistered = true
      return true
    }
    static handleActivation(callback: NonNullable<NotificationCenter['activation']>): void {
      notificationCenter.activation = callback
    }
    /** Empty, as for an unsigned app. */
    static async getHistory(): Promise<StandInNotification[]> {
      return []
    }
  }
  class Menu extends StandInMenu {
    static setApplicationMenu(next: StandInMenu | null): void {
      menu.application = next
    }
    static getApplicationMenu(): StandInMenu | null {
      return menu.application
    }
  }
  const focused = () => BrowserWindow.getFocusedWindow()
  const roles: Roles = {
    quit: () => app.quit(),
    close: () => focused()?.close(),
    minimize: () => focused()?.minimize(),
    reload: () => focused()?.webContents.reload(),
    forcereload: () => focused()?.webContents.reload(),
    toggledevtools: () => focused()?.webContents.toggleDevTools(),
    togglefullscreen: () => focused()?.setFullScreen(!focused()?.isFullScreen()),
  }

  /** Exports of `electron` in the main process. */
  const electron = {
    app,
    autoUpdater: new StandInNativeUpdater(),
    BrowserWindow,
    clipboard: strict('clipboard', {
      writeText: (text: string) => void copied.push(text),
      readText: () => copied.at(-1) ?? '',
    }),
    crashReporter: strict('crashReporter', {
      start: (options: Electron.CrashReporterStartOptions) => void crashReports.push(options),
    }),
    dialog: dialogs.api,
    globalShortcut: shortcuts.api,
    ipcMain,
    Menu,
    MenuItem: StandInMenuItem,
    net: strict('net', {
      fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
      WebSocket,
      isOnline: () => true,
      online: true,
    } satisfies Record<'fetch' | 'WebSocket' | 'isOnline' | 'online', unknown>),
    nativeImage: standInNativeImage(),
    nativeTheme,
    Notification,
    powerMonitor,
    protocol: protocols.api,
    screen,
    session: sessions.api,
    shell: shell.api,
    Tray,
  } satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>>

  return {
    electron,
    world,
    trays,
    notifications: notificationCenter.shown,
    notificationCenter,
    shortcuts,
    shell,
    dialogs,
    screen,
    powerMonitor,
    nativeTheme,
    crashReports,
    copied,
    applicationMenu: () => menu.application,
    /** Clicks the item at a path of labels. */
    choose: (from: StandInMenu | null, ...path: string[]) => {
      if (!from) throw new Error('there is no such menu')
      from.find(...path).press(roles)
    },
  }
}
