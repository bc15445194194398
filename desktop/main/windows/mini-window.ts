import type { AppWindow } from './app-window.ts'
import { loadPath, type MainWindowOptions } from './main-window.ts'
import { initialBounds, trackBounds, writeBounds } from './window-state.ts'

const SIZE = { width: 260, height: 112 }
/** Points between the ticker and the edges of the display it first appears on. */
const MARGIN = 16
const PATH = '/mini'

export interface MiniWindowOptions extends Omit<MainWindowOptions, 'path'> {
  system: string
}

/** Opens the mini ticker: small, above all else, where it last was or in the upper right corner. */
export function openMiniWindow(options: MiniWindowOptions): AppWindow {
  const { BrowserWindow, screen, file, preferences, background, title, system } = options
  const { x: left, y: top, width } = screen.getPrimaryDisplay().workArea
  const corner = { x: left + width - SIZE.width - MARGIN, y: top + MARGIN }
  const place = initialBounds({ screen, file, name: 'mini', first: SIZE, least: SIZE })
  const window = new BrowserWindow({
    x: place.x ?? corner.x,
    y: place.y ?? corner.y,
    ...SIZE,
    show: false,
    title,
    backgroundColor: background,
    frame: false,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    // The main window's zoom is not for this one, which is as large as what it shows.
    webPreferences: { ...preferences, zoomMode: 'isolated' },
  })
  window.setAlwaysOnTop(true, 'floating')
  if (system === 'darwin') {
    window.setVisibleOnAllWorkspaces(true, {
      visibleOnFullScreen: true,
      // Else the app's icon leaves the Dock and comes back.
      skipTransformProcessType: true,
    })
  }
  // It appears beside the work at hand and does not take the keyboard from it.
  window.once('ready-to-show', () => window.showInactive())
  trackBounds(window, (bounds) => writeBounds(file, 'mini', bounds))
  loadPath(window, PATH)
  return window
}
