import type { WebPreferences } from 'electron'
import { APP_ORIGIN } from '#desktop/main/protocol/protocol.ts'
import type { JsonFile } from '#desktop/main/settings/json-file.ts'
import { type AppSettings, onSettingChange } from '#desktop/main/settings/settings.ts'
import type { AppWindow, WindowClass } from './app-window.ts'
import { type Displays, initialBounds, trackBounds } from './window-state.ts'

const DEFAULT_SIZE = { width: 1180, height: 820 }
const MIN_SIZE = { width: 360, height: 480 }

export interface MainWindowOptions {
  BrowserWindow: WindowClass
  screen: Displays
  /** Persists the bounds of the windows. */
  file: JsonFile
  preferences: WebPreferences
  background: string
  /** Title until the page sets one. */
  title: string
  path: string
  isWayland: boolean
  settings: Pick<AppSettings, 'store'>
  /** Path of the window's icon where the executable carries none, on Linux. */
  icon: string | undefined
}

/** Opens the main window at its last bounds, and shows it once rendered. */
export function openMainWindow(options: MainWindowOptions): AppWindow {
  const { BrowserWindow, screen, file, preferences, background, title, path, isWayland } = options
  const initial = initialBounds({
    screen,
    file,
    name: 'main',
    defaultSize: DEFAULT_SIZE,
    minSize: MIN_SIZE,
    isWayland,
  })
  const { isMaximised, ...bounds } = initial
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title,
    ...(options.icon !== undefined && { icon: options.icon }),
    backgroundColor: background,
    ...(!isWayland && { alwaysOnTop: options.settings.store.getState().isMainPinned }),
    // Shortcuts work without the menu bar, which Alt shows.
    autoHideMenuBar: true,
    webPreferences: preferences,
  })
  if (isMaximised) window.once('ready-to-show', () => window.maximize())
  window.once('ready-to-show', () => window.show())
  const pin = (isPinned: boolean) => window.setAlwaysOnTop(isPinned)
  if (!isWayland) window.once('closed', onSettingChange(options.settings, 'isMainPinned', pin))
  // Back and forward buttons of a mouse.
  window.on('app-command', (_event, command) => {
    const { navigationHistory } = window.webContents
    if (command === 'browser-backward') navigationHistory.goBack()
    if (command === 'browser-forward') navigationHistory.goForward()
  })
  trackBounds(window, { file, name: 'main', isWayland })
  loadPath(window, path)
  return window
}

/** Loads a path of the interface. A superseded load is not a failure. */
export function loadPath(window: Pick<AppWindow, 'loadURL'>, path: string): void {
  window.loadURL(`${APP_ORIGIN}${path}`).catch(() => {})
}
