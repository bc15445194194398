import { APP_ORIGIN } from '#desktop/main/protocol/protocol.ts'
import type { AppWindow } from './app-window.ts'
import { openResizableWindow, type ResizableWindowOptions } from './resizable-window.ts'

export interface MainWindowOptions extends ResizableWindowOptions {
  path: string
  /** Whether the window takes the focus; one that a called-off quit has closed does not. */
  takesFocus: boolean
}

/** Opens the main window at its last bounds, and shows it once rendered. */
export function openMainWindow(options: MainWindowOptions): AppWindow {
  const window = openResizableWindow(options, {
    name: 'main',
    defaultSize: { width: 1180, height: 820 },
    minSize: { width: 360, height: 480 },
    pinnedBy: 'isMainPinned',
    show: (opened) => (options.takesFocus ? opened.show() : opened.showInactive()),
  })
  // Back and forward buttons of a mouse.
  window.on('app-command', (_event, command) => {
    const { navigationHistory } = window.webContents
    if (command === 'browser-backward') navigationHistory.goBack()
    if (command === 'browser-forward') navigationHistory.goForward()
  })
  loadPath(window, options.path)
  return window
}

/** Loads a path of the interface. A superseded load is not a failure. */
export function loadPath(window: Pick<AppWindow, 'loadURL'>, path: string): void {
  window.loadURL(`${APP_ORIGIN}${path}`).catch(() => {})
}

/** Path of the page in a window; undefined before its first load. */
export function pathOf({ webContents }: AppWindow): string | undefined {
  const url = webContents.getURL()
  return url.startsWith(`${APP_ORIGIN}/`) ? url.slice(APP_ORIGIN.length) : undefined
}
