import type { PanelName } from '#desktop/bridge/shapes.ts'
import { panelPath } from '#shared/rules/paths.ts'
import type { AppWindow } from './app-window.ts'
import type { Size } from './bounds.ts'
import { loadPath } from './main-window.ts'
import { openResizableWindow, type ResizableWindowOptions } from './resizable-window.ts'

/** Points. */
const SIZES: Record<PanelName, { defaultSize: Size; minSize: Size }> = {
  chart: { defaultSize: { width: 900, height: 620 }, minSize: { width: 440, height: 400 } },
  // Narrower, the desk has no place for its columns.
  desk: { defaultSize: { width: 1440, height: 860 }, minSize: { width: 1100, height: 600 } },
  calls: { defaultSize: { width: 620, height: 380 }, minSize: { width: 340, height: 220 } },
  rounds: { defaultSize: { width: 480, height: 760 }, minSize: { width: 360, height: 400 } },
  live: { defaultSize: { width: 400, height: 720 }, minSize: { width: 300, height: 280 } },
}

export interface PanelWindowOptions extends ResizableWindowOptions {
  /** Whether the window takes the focus; a restored one does not. */
  takesFocus: boolean
}

/** Opens a panel in a window of its own at its last bounds, and shows it once rendered. */
export function openPanelWindow(options: PanelWindowOptions, panel: PanelName): AppWindow {
  // The zoom of the main window must not apply here.
  const preferences = { ...options.preferences, zoomMode: 'isolated' as const }
  const window = openResizableWindow(
    { ...options, preferences },
    {
      ...SIZES[panel],
      name: panel,
      pinnedBy: 'isChartPinned',
      show: (opened) => (options.takesFocus ? opened.show() : opened.showInactive()),
    },
  )
  loadPath(window, panelPath(panel))
  return window
}
