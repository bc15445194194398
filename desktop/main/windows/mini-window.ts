import type { MiniSize } from '#desktop/bridge/settings.ts'
import { onSettingChange } from '#desktop/main/settings/settings.ts'
import { PATHS } from '#shared/rules/paths.ts'
import type { AppWindow } from './app-window.ts'
import { clampBounds, type Size, snapBounds } from './bounds.ts'
import { loadPath } from './main-window.ts'
import { correctSize } from './placement.ts'
import type { ResizableWindowOptions } from './resizable-window.ts'
import { revealOnce } from './reveal.ts'
import type { Displays } from './workspace.ts'

/** Points. */
const SIZES: Record<MiniSize, Size> = {
  small: { width: 360, height: 40 },
  medium: { width: 280, height: 136 },
  large: { width: 340, height: 250 },
}
/** Margin to the display's corner at first start, points. */
const MARGIN = 16
/** A drag is over so long after its last step, milliseconds; macOS reports each step as `moved`. */
const DRAG_END_MS = 200

export interface MiniWindowOptions extends Omit<ResizableWindowOptions, 'icon'> {
  screen: Displays
  /** The window of the app with the focus, or null. */
  focused(): Pick<AppWindow, 'focus'> | null
}

const sizeOf = ({ settings }: MiniWindowOptions): Size => SIZES[settings.store.getState().miniSize]

/**
 * Opens the mini ticker: small, always on top, at its last position or in the top right corner. On
 * Wayland the compositor places it, and it is a window like others.
 */
export function openMiniWindow(options: MiniWindowOptions): AppWindow {
  const { BrowserWindow, screen, placement, preferences, background, title, system } = options
  const { isWayland } = options
  const { miniOpacity } = options.settings.store.getState()
  const size = sizeOf(options)
  const { x: left, y: top, width } = screen.getPrimaryDisplay().workArea
  const corner = { x: left + width - size.width - MARGIN, y: top + MARGIN }
  const sizes = () => ({ defaultSize: sizeOf(options), minSize: sizeOf(options) })
  const { x = corner.x, y = corner.y } = placement.initialBounds('mini', sizes())
  const window = new BrowserWindow({
    ...(!isWayland && { x, y, alwaysOnTop: true }),
    // The only kind of window that macOS shows over the full-screen window of another app.
    ...(system === 'darwin' && { type: 'panel' }),
    ...size,
    // Linux ignores it.
    opacity: miniOpacity / 100,
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
  revealOnce(window, system, () => {
    const focused = options.focused()
    window.showInactive()
    // Wayland shows no window without focus.
    if (isWayland) focused?.focus()
  })
  followSettings(window, options.settings)
  correctSize(window, { x, y, ...size }, system)
  if (!isWayland) keepOnScreen(window, options)
  placement.track(window, 'mini', sizes)
  loadPath(window, PATHS.mini)
  return window
}

/**
 * Moves the ticker inside the work area when its size changes, since it has no frame to drag it back by, and
 * to the edge that it nearly touches after it was dragged.
 */
function keepOnScreen(window: AppWindow, options: MiniWindowOptions): void {
  const { screen, system } = options
  const place = (fit: typeof clampBounds) => {
    const now = { ...window.getBounds(), ...sizeOf(options) }
    const bounds = fit(now, screen.getDisplayMatching(now).workArea)
    if (bounds.x === now.x && bounds.y === now.y) return
    window.setBounds(bounds)
    correctSize(window, bounds, system)
  }
  const clamp = () => place(clampBounds)
  clamp()
  window.on('resize', clamp)
  const snap = () => place(snapBounds)
  let timer: ReturnType<typeof setTimeout> | undefined
  // Linux has no such event; window managers there snap windows themselves.
  window.on('moved', () => {
    clearTimeout(timer)
    if (system === 'darwin') timer = setTimeout(snap, DRAG_END_MS)
    else snap()
  })
  window.once('closed', () => clearTimeout(timer))
}

/** Applies a changed size or opacity until the window is closed. */
function followSettings(window: AppWindow, settings: MiniWindowOptions['settings']): void {
  const { isMiniClickThrough } = settings.store.getState()
  if (isMiniClickThrough) window.setIgnoreMouseEvents(true)
  const stops = [
    onSettingChange(settings, 'isMiniClickThrough', (isOn) => window.setIgnoreMouseEvents(isOn)),
    onSettingChange(settings, 'miniSize', (name) => {
      const { width, height } = SIZES[name]
      window.setSize(width, height)
    }),
    onSettingChange(settings, 'miniOpacity', (percent) => window.setOpacity(percent / 100)),
  ]
  window.once('closed', () => {
    for (const stop of stops) stop()
  })
}
