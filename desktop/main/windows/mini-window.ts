import type { AppWindow } from './app-window.ts'
import { loadPath, type MainWindowOptions } from './main-window.ts'
import { initialBounds, trackBounds, writeBounds } from './window-state.ts'

const SIZE = { width: 260, height: 112 }
/** Margin to the display's corner at first start, points. */
const MARGIN = 16
const PATH = '/mini'

export interface MiniWindowOptions extends Omit<MainWindowOptions, 'path'> {
  system: string
}

/** Opens the mini ticker: small, always on top, at its last position or in the top right corner. */
export function openMiniWindow(options: MiniWindowOptions): AppWindow {
  const { BrowserWindow, screen, file, preferences, background, title, system } = options
  const { x: left, y: top, width } = screen.getPrimaryDisplay().workArea
  const corner = { x: left + width - SIZE.width - MARGIN, y: top + MARGIN }
  const initial = initialBounds({ screen, file, name: 'mini', defaultSize: SIZE, minSize: SIZE })
  const window = new BrowserWindow({
    x: initial.x ?? corner.x,
    y: initial.y ?? corner.y,
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
    // The zoom of the main window must not apply here.
    webPreferences: { ...preferences, zoomMode: 'isolated' },
  })
  window.setAlwaysOnTop(true, 'floating')
  if (system === 'darwin') {
    window.setVisibleOnAllWorkspaces(true, {
      visibleOnFullScreen: true,
      // Otherwise the Dock icon flickers.
      skipTransformProcessType: true,
    })
  }
  // Does not take the focus from other apps.
  window.once('ready-to-show', () => window.showInactive())
  trackBounds(window, (bounds) => writeBounds(file, 'mini', bounds))
  loadPath(window, PATH)
  return window
}
