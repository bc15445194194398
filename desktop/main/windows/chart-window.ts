import { onSettingChange } from '#desktop/main/settings/settings.ts'
import { PATHS } from '#shared/rules/paths.ts'
import type { AppWindow } from './app-window.ts'
import { loadPath, type MainWindowOptions } from './main-window.ts'
import { initialBounds, trackBounds } from './window-state.ts'

const DEFAULT_SIZE = { width: 900, height: 620 }
const MIN_SIZE = { width: 440, height: 400 }

export interface ChartWindowOptions extends Omit<MainWindowOptions, 'path'> {
  /** Whether the window takes the focus; a restored one does not. */
  takesFocus: boolean
}

/** Opens the chart in a window of its own at its last bounds, and shows it once rendered. */
export function openChartWindow(options: ChartWindowOptions): AppWindow {
  const { BrowserWindow, file, preferences, background, title, isWayland, settings } = options
  const sizes = { defaultSize: DEFAULT_SIZE, minSize: MIN_SIZE }
  const { isMaximised, ...bounds } = initialBounds({ ...options, ...sizes, name: 'chart' })
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title,
    ...(options.icon !== undefined && { icon: options.icon }),
    backgroundColor: background,
    ...(!isWayland && { alwaysOnTop: settings.store.getState().isChartPinned }),
    autoHideMenuBar: true,
    // The zoom of the main window must not apply here.
    webPreferences: { ...preferences, zoomMode: 'isolated' },
  })
  window.once('ready-to-show', () => {
    if (isMaximised) window.maximize()
    if (options.takesFocus) window.show()
    else window.showInactive()
  })
  const pin = (isPinned: boolean) => window.setAlwaysOnTop(isPinned)
  if (!isWayland) window.once('closed', onSettingChange(settings, 'isChartPinned', pin))
  trackBounds(window, { file, name: 'chart', isWayland })
  loadPath(window, PATHS.chart)
  return window
}
