import type { AppWindow } from './app-window.ts'
import { loadPath, type MainWindowOptions } from './main-window.ts'
import { initialBounds, trackBounds } from './window-state.ts'

const SIZE = { width: 260, height: 112 }
/** Margin to the display's corner at first start, points. */
const MARGIN = 16
const PATH = '/mini'

export interface MiniWindowOptions extends Omit<MainWindowOptions, 'path' | 'icon'> {
  system: string
  /** The window of the app with the focus, or null. */
  focused(): Pick<AppWindow, 'focus'> | null
}

/**
 * Opens the mini ticker: small, always on top, at its last position or in the top right corner. On
 * Wayland the compositor places it, and it is a window like others.
 */
export function openMiniWindow(options: MiniWindowOptions): AppWindow {
  const { BrowserWindow, screen, file, preferences, background, title, system } = options
  const { isWayland } = options
  const { x: left, y: top, width } = screen.getPrimaryDisplay().workArea
  const corner = { x: left + width - SIZE.width - MARGIN, y: top + MARGIN }
  const sizes = { defaultSize: SIZE, minSize: SIZE }
  const { x = corner.x, y = corner.y } = initialBounds({ ...options, ...sizes, name: 'mini' })
  const window = new BrowserWindow({
    ...(!isWayland && { x, y, alwaysOnTop: true }),
    // The only kind of window that macOS shows over the full-screen window of another app.
    ...(system === 'darwin' && { type: 'panel' }),
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
    // The zoom of the main window must not apply here.
    webPreferences: { ...preferences, zoomMode: 'isolated' },
  })
  if (!isWayland) window.setAlwaysOnTop(true, 'floating')
  if (system === 'darwin') {
    window.setVisibleOnAllWorkspaces(true, {
      visibleOnFullScreen: true,
      // Otherwise the Dock icon flickers.
      skipTransformProcessType: true,
    })
  }
  window.once('ready-to-show', () => {
    const focused = options.focused()
    window.showInactive()
    // Wayland shows no window without focus.
    if (isWayland) focused?.focus()
  })
  trackBounds(window, { file, name: 'mini', isWayland })
  loadPath(window, PATH)
  return window
}
