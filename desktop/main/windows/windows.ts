import type { NativeTheme, WebPreferences } from 'electron'
import type { DesktopEvents, EventName } from '#desktop/bridge/calls.ts'
import type { KeptFile } from '#desktop/main/settings/json-file.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import { translator } from '#shared/i18n/text.ts'
import { type AppWindow, backgroundColor, type WindowClass } from './app-window.ts'
import { loadPath, openMainWindow } from './main-window.ts'
import { openMiniWindow } from './mini-window.ts'
import type { Displays } from './window-state.ts'

/** The windows of the app. A closed one is gone: the tray and the stream go on without it. */
export interface Windows {
  /** Shows the main window, made anew when there is none, at a path when one is given. */
  showMain(path?: string): void
  /** Shows or closes the mini ticker, as the settings say. */
  setMini(isOpen: boolean): void
  /** Whether the main window is in front of its person. */
  isMainFocused(): boolean
  /** Tells every window. */
  tell<Name extends EventName>(name: Name, news: DesktopEvents[Name]): void
}

interface WindowsOptions {
  BrowserWindow: WindowClass
  screen: Displays
  nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>
  /** Keeps where the windows were. */
  file: KeptFile
  settings: AppSettings
  preferences: WebPreferences
  system: string
}

export interface OwnWindows extends Windows {
  /** Steps through what the main window showed. */
  goBack(): void
  goForward(): void
  /** Whether this is the page of one of them. */
  owns(page: object): boolean
  /** The page of one of them listens from now on to what it is told; whether it is the main one's. */
  nowListens(page: object): boolean
  /** Whether the main window hears what it is told. */
  isHeard(): boolean
  /** The app ends: from now on a window that closes was not closed by its person. */
  leave(): void
}

/**
 * The windows. None is made before the first `showMain` or before the mini ticker is switched on,
 * so a hidden start has none; the ticker of last time comes back with the first `showMain`.
 */
export function createWindows(options: WindowsOptions): OwnWindows {
  const { nativeTheme, settings } = options
  let main: AppWindow | null = null
  /** There is something in it to see. */
  let isMainReady = false
  /** Its page hears where it is to go. */
  let isMainListening = false
  let mini: AppWindow | null = null
  let isLeaving = false

  const shared = () => ({
    ...options,
    title: translator(menuTexts, settings.locale())('menu.app'),
    background: backgroundColor(nativeTheme.shouldUseDarkColors),
  })
  const openMain = (path: string) => {
    const window = openMainWindow({ ...shared(), path })
    main = window
    isMainReady = false
    isMainListening = false
    window.once('ready-to-show', () => {
      isMainReady = true
    })
    window.once('closed', () => {
      main = null
    })
  }
  const openMini = () => {
    const window = openMiniWindow(shared())
    mini = window
    window.once('closed', () => {
      mini = null
      if (!isLeaving) settings.write({ isMiniOpen: false })
    })
  }
  const raise = (window: AppWindow, path: string | undefined) => {
    const { webContents } = window
    if (path !== undefined) {
      if (isMainListening && !webContents.isLoadingMainFrame()) webContents.send('window:go', path)
      else loadPath(window, path)
    }
    // It appears by itself as soon as it is not empty.
    if (!isMainReady) return
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }
  const setMini = (isOpen: boolean) => {
    if (isOpen && !mini) openMini()
    if (!isOpen) mini?.close()
  }

  return {
    showMain(path) {
      isLeaving = false
      if (main) raise(main, path)
      else openMain(path ?? '/')
      setMini(settings.store.getState().isMiniOpen)
    },
    setMini,
    isMainFocused: () => main?.isFocused() ?? false,
    tell(name, news) {
      for (const window of [main, mini]) window?.webContents.send(name, news)
    },
    owns: (page) => [main, mini].some((window) => window?.webContents === page),
    goBack: () => main?.webContents.navigationHistory.goBack(),
    goForward: () => main?.webContents.navigationHistory.goForward(),
    nowListens(page) {
      const isMain = main?.webContents === page
      if (isMain) isMainListening = true
      return isMain
    },
    isHeard: () => main !== null && isMainListening,
    leave() {
      isLeaving = true
    },
  }
}
