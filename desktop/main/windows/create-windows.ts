import type { BrowserWindow, NativeTheme, Screen, WebContents, WebPreferences } from 'electron'
import type { AppSettings } from '../settings/app-settings.ts'
import type { KeptFile } from '../settings/kept-file.ts'
import { backgroundColour, type WindowClass } from './live-window.ts'
import { loadPath, openMainWindow } from './main-window.ts'
import { openMiniWindow } from './mini-window.ts'
import type { Windows } from './windows.ts'

interface WindowsOptions {
  BrowserWindow: WindowClass
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
  nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>
  /** Keeps where the windows were. */
  file: KeptFile
  settings: AppSettings
  preferences: WebPreferences
  system: string
  /** The app's name in the language of the moment. */
  title(): string
}

export interface OwnWindows extends Windows {
  /** Whether this is the page of one of them. */
  owns(contents: WebContents): boolean
  /** The app ends: from now on a window that closes was not closed by its person. */
  leave(): void
}

/**
 * The windows. None is made before the first `showMain` or before the mini ticker is switched on,
 * so a hidden start has none; the ticker of last time comes back with the first `showMain`.
 */
export function createWindows(options: WindowsOptions): OwnWindows {
  const { nativeTheme, settings, title } = options
  let main: BrowserWindow | null = null
  let mini: BrowserWindow | null = null
  let isLeaving = false

  const shared = () => ({
    ...options,
    title: title(),
    background: backgroundColour(nativeTheme.shouldUseDarkColors),
  })
  const openMain = (path: string) => {
    const window = openMainWindow({ ...shared(), path })
    main = window
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
  const raise = (window: BrowserWindow, path: string | undefined) => {
    const { webContents } = window
    if (path !== undefined) {
      // A page that is still being loaded hears nothing yet.
      if (webContents.isLoadingMainFrame()) loadPath(window, path)
      else webContents.send('window:go', path)
    }
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
      setMini(settings.store.get().isMiniOpen)
    },
    setMini,
    isMainFocused: () => main?.isFocused() ?? false,
    tell(name, news) {
      for (const window of [main, mini]) window?.webContents.send(name, news)
    },
    owns: (contents) => [main, mini].some((window) => window?.webContents === contents),
    leave() {
      isLeaving = true
    },
  }
}
