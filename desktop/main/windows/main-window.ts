import type { WebPreferences } from 'electron'
import { APP_ORIGIN } from '#desktop/main/protocol/protocol.ts'
import type { JsonFile } from '#desktop/main/settings/json-file.ts'
import type { AppWindow, WindowClass } from './app-window.ts'
import { type Displays, initialBounds, trackBounds, writeBounds } from './window-state.ts'

const FIRST = { width: 1180, height: 820 }
const LEAST = { width: 360, height: 480 }

export interface MainWindowOptions {
  BrowserWindow: WindowClass
  screen: Displays
  /** Keeps where the windows were. */
  file: JsonFile
  preferences: WebPreferences
  background: string
  /** What the title bar says until the page says more. */
  title: string
  path: string
}

/** Opens the main window at a path where it last was, and shows it once there is something in it. */
export function openMainWindow(options: MainWindowOptions): AppWindow {
  const { BrowserWindow, screen, file, preferences, background, title, path } = options
  const place = initialBounds({ screen, file, name: 'main', first: FIRST, least: LEAST })
  const { isMaximised, ...bounds } = place
  const window = new BrowserWindow({
    ...bounds,
    minWidth: LEAST.width,
    minHeight: LEAST.height,
    show: false,
    title,
    backgroundColor: background,
    // The menu's shortcuts work without its bar, which Alt shows.
    autoHideMenuBar: true,
    webPreferences: preferences,
  })
  if (isMaximised) window.once('ready-to-show', () => window.maximize())
  window.once('ready-to-show', () => window.show())
  // The buttons of a mouse that lead back and forth.
  window.on('app-command', (_event, command) => {
    const { navigationHistory } = window.webContents
    if (command === 'browser-backward') navigationHistory.goBack()
    if (command === 'browser-forward') navigationHistory.goForward()
  })
  trackBounds(window, (bounds) => writeBounds(file, 'main', bounds))
  loadPath(window, path)
  return window
}

/** Loads a path of the interface anew. A load that another one takes the place of is no failure. */
export function loadPath(window: Pick<AppWindow, 'loadURL'>, path: string): void {
  window.loadURL(`${APP_ORIGIN}${path}`).catch(() => {})
}
