import type { Direction } from '#shared/rules/band.ts'
import { voteWindowPath } from '#shared/rules/paths.ts'
import type { AppWindow } from './app-window.ts'
import { loadPath } from './main-window.ts'
import type { ResizableWindowOptions } from './resizable-window.ts'
import { revealOnce } from './reveal.ts'

/** Points. */
const SIZE = { width: 400, height: 260 }

/**
 * Opens the small window that confirms a vote from the tray, in the middle of the display. A message box
 * would stop the app on macOS until it is answered, and be answered late on Linux (electron#51049).
 */
export function openVoteWindow(options: ResizableWindowOptions, direction: Direction): AppWindow {
  const { BrowserWindow, preferences, background, title, isWayland, icon, system } = options
  const window = new BrowserWindow({
    ...SIZE,
    useContentSize: true,
    show: false,
    title,
    ...(icon !== undefined && { icon }),
    backgroundColor: background,
    ...(!isWayland && { alwaysOnTop: true }),
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    autoHideMenuBar: true,
    // The zoom of the main window must not apply here.
    webPreferences: { ...preferences, zoomMode: 'isolated' },
  })
  revealOnce(window, system, () => window.show())
  loadPath(window, voteWindowPath(direction))
  return window
}
