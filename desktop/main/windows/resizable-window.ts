import type { WebPreferences } from 'electron'
import { type AppSettings, onSettingChange } from '#desktop/main/settings/settings.ts'
import type { AppWindow, WindowClass } from './app-window.ts'
import type { Size } from './bounds.ts'
import { correctSize, type Placement } from './placement.ts'
import { revealOnce } from './reveal.ts'
import type { WindowName } from './workspace.ts'

export interface ResizableWindowOptions {
  BrowserWindow: WindowClass
  placement: Placement
  preferences: WebPreferences
  background: string
  /** Title until the page sets one. */
  title: string
  /** `darwin`, `win32` or `linux`. */
  system: string
  isWayland: boolean
  settings: Pick<AppSettings, 'store'>
  /** Path of the window's icon where the executable carries none, on Linux. */
  icon: string | undefined
}

interface Kind {
  /** The key of its bounds. */
  name: WindowName
  defaultSize: Size
  minSize: Size
  /** The setting that holds it above other windows. */
  pinnedBy: 'isMainPinned' | 'isChartPinned'
  /** Called once it is rendered. */
  show: (window: AppWindow) => void
}

/** Opens a window that the user resizes and pins, at its last bounds; the caller loads its page. */
export function openResizableWindow(options: ResizableWindowOptions, kind: Kind): AppWindow {
  const { BrowserWindow, placement, preferences, background, title, isWayland, settings, icon } =
    options
  const { name, minSize, pinnedBy, show } = kind
  const { isMaximised, ...bounds } = placement.initialBounds(name, kind)
  const window = new BrowserWindow({
    ...bounds,
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    title,
    ...(icon !== undefined && { icon }),
    backgroundColor: background,
    ...(!isWayland && { alwaysOnTop: settings.store.getState()[pinnedBy] }),
    // Shortcuts work without the menu bar, which Alt shows.
    autoHideMenuBar: true,
    webPreferences: preferences,
  })
  revealOnce(window, options.system, () => {
    if (isMaximised) window.maximize()
    show(window)
  })
  const pin = (isPinned: boolean) => window.setAlwaysOnTop(isPinned)
  if (!isWayland) window.once('closed', onSettingChange(settings, pinnedBy, pin))
  correctSize(window, bounds, options.system)
  placement.track(window, name, () => kind)
  return window
}
