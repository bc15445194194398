import { PATHS } from '#shared/rules/paths.ts'
import type { AppWindow } from './app-window.ts'
import { loadPath } from './main-window.ts'
import { openResizableWindow, type ResizableWindowOptions } from './resizable-window.ts'

export interface ChartWindowOptions extends ResizableWindowOptions {
  /** Whether the window takes the focus; a restored one does not. */
  takesFocus: boolean
}

/** Opens the chart in a window of its own at its last bounds, and shows it once rendered. */
export function openChartWindow(options: ChartWindowOptions): AppWindow {
  // The zoom of the main window must not apply here.
  const preferences = { ...options.preferences, zoomMode: 'isolated' as const }
  const window = openResizableWindow(
    { ...options, preferences },
    {
      name: 'chart',
      defaultSize: { width: 900, height: 620 },
      minSize: { width: 440, height: 400 },
      pinnedBy: 'isChartPinned',
      show: (opened) => (options.takesFocus ? opened.show() : opened.showInactive()),
    },
  )
  loadPath(window, PATHS.chart)
  return window
}
