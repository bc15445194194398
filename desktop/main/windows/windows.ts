import type { NativeImage, NativeTheme, WebPreferences } from 'electron'
import type { DesktopEvents, EventName } from '#desktop/bridge/contract.ts'
import type { PanelName } from '#desktop/bridge/shapes.ts'
import type { JsonFile } from '#desktop/main/settings/json-file.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import { createEmitter } from '#desktop/shared/emitter.ts'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import { translator } from '#shared/i18n/text.ts'
import type { Direction } from '#shared/rules/band.ts'
import { voteWindowPath } from '#shared/rules/paths.ts'
import { type AppWindow, backgroundColor, type WindowClass } from './app-window.ts'
import { loadPath, openMainWindow, pathOf } from './main-window.ts'
import { openMiniWindow } from './mini-window.ts'
import { openPanelWindow } from './panel-window.ts'
import { createPlacement } from './placement.ts'
import { createQuitState } from './quit-state.ts'
import { bringToFront, hideWindow } from './visibility.ts'
import { openVoteWindow } from './vote-window.ts'
import { type Displays, openWorkspace } from './workspace.ts'

interface WindowsDeps {
  BrowserWindow: WindowClass
  screen: Displays
  nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>
  /** Persists where the windows are. */
  file: JsonFile
  settings: AppSettings
  /** Whether the mini ticker is wanted at this moment. */
  isMiniShown(): boolean
  preferences: WebPreferences
  system: string
  isWayland: boolean
  /** Path of the icon of the windows with a frame; undefined where the executable carries it. */
  icon: string | undefined
}

/** The windows of the app. A closed window is destroyed; tray and live connection go on. */
export interface AppWindows {
  /** Shows the main window, creating it if needed, optionally at a path. */
  showMain(path?: string): void
  /** Hides the main window when it has the focus, and shows it otherwise. */
  toggleMain(): void
  setMini(isOpen: boolean): void
  /** Opens the mini ticker if it was open at the end of the last run. */
  restoreMini(): void
  /** Opens the window of a panel, or raises it; there is one of each at most. */
  showPanel(panel: PanelName): void
  /** Opens the window that confirms a vote in this direction, or changes its direction. */
  showVote(direction: Direction): void
  /**
   * Windows: marks the taskbar button of the main window, now and whenever it is shown; null removes the
   * mark. `description` is for screen readers.
   */
  setOverlay(overlay: NativeImage | null, description: string): void
  /** Whether one of the windows has the focus. */
  hasFocus(): boolean
  hasWindow(): boolean
  /** Sends an event to every window. */
  send<Name extends EventName>(name: Name, payload: DesktopEvents[Name]): void
  /** Navigate the history of the main window. */
  goBack(): void
  goForward(): void
  /** Shows the find bar of the main window. */
  find(): void
  /** Prints the main window, or that of a panel with the focus, after the system's dialog. */
  print(): void
  /** Whether the page belongs to one of the windows. */
  owns(page: object): boolean
  /** Whether the window of the page can be seen: neither hidden nor minimized. */
  isShown(page: object): boolean
  /** Calls back with the page of a window that appears again; returns the function that unsubscribes. */
  onShown(listener: (page: object) => void): () => void
  /** Marks the renderer ready for events; returns true for the main window. */
  markReady(page: object): boolean
  /** Whether the main window receives events. */
  isMainReady(): boolean
  /** Marks the app as quitting: windows that close now were not closed by the user. */
  leave(): void
  /** Takes `leave` back: the user stays on a page, with the windows that the quit closes or has closed. */
  stay(page: object): void
  /** Ends the reaction to displays. */
  stop(): void
}

/** Creates no window before the first call: a hidden start has only the mini ticker of the last run. */
export function createWindows(deps: WindowsDeps): AppWindows {
  const { nativeTheme, settings, screen } = deps
  const workspace = openWorkspace(deps.file, screen)
  let main: AppWindow | null = null
  let isReady = false
  let mini: AppWindow | null = null
  const panels = new Map<PanelName, AppWindow>()
  let vote: AppWindow | null = null
  const quit = createQuitState()
  /** Path of the main window that a quit closes; null once it is open again, or closed by the user. */
  let leftPath: string | null = null
  let overlay: Parameters<AppWindows['setOverlay']> | null = null
  const appearances = createEmitter<object>()
  const follow = (window: AppWindow, onClosed: (isByUser: boolean) => void) => {
    for (const event of ['show', 'restore'] as const) {
      window.on(event, () => appearances.emit(window.webContents))
    }
    window.once('closed', () => {
      const closer = quit.closerOf(window)
      onClosed(closer === 'user')
      if (closer === 'called-off quit') restoreAll()
    })
  }

  const windowOptions = () => ({
    ...deps,
    title: translator(menuTexts, settings.locale())('menu.app'),
    background: backgroundColor(nativeTheme.shouldUseDarkColors),
    placement,
  })
  const openMain = (path: string, takesFocus: boolean) => {
    const window = openMainWindow({ ...windowOptions(), path, takesFocus })
    main = window
    leftPath = null
    isReady = false
    // A hidden window loses its taskbar button, and the mark with it.
    window.on('show', () => {
      if (overlay) window.setOverlayIcon(...overlay)
    })
    follow(window, (isByUser) => {
      main = null
      if (isByUser) leftPath = null
    })
  }
  const openMini = () => {
    const focused = () => (main?.isFocused() ? main : null)
    const window = openMiniWindow({ ...windowOptions(), focused })
    mini = window
    follow(window, (isByUser) => {
      mini = null
      if (isByUser && deps.isMiniShown()) settings.write({ isMiniOpen: false })
    })
  }
  const openPanel = (panel: PanelName, takesFocus: boolean) => {
    const window = openPanelWindow({ ...windowOptions(), takesFocus }, panel)
    panels.set(panel, window)
    follow(window, (isByUser) => {
      panels.delete(panel)
      if (isByUser) workspace.storeOpen(panel, false)
    })
  }
  const openVote = (direction: Direction) => {
    const window = openVoteWindow(windowOptions(), direction)
    vote = window
    follow(window, () => {
      vote = null
    })
  }
  const raise = (window: AppWindow, path: string | undefined) => {
    const { webContents } = window
    if (path !== undefined) {
      if (isReady && !webContents.isLoadingMainFrame()) webContents.send('window:go', path)
      else loadPath(window, path)
    }
    bringToFront(window)
  }
  const setMini = (isOpen: boolean) => {
    if (isOpen && !mini) openMini()
    if (!isOpen) mini?.close()
  }
  const startPath = () => (settings.store.getState().startScreen === 'desk' ? '/desk' : '/')
  const restoreMini = () => setMini(deps.isMiniShown())
  const restorePanels = () => {
    for (const panel of workspace.openPanels()) if (!panels.has(panel)) openPanel(panel, false)
  }
  const restoreAll = () => {
    if (leftPath !== null && !main) openMain(leftPath, false)
    restoreMini()
    restorePanels()
  }
  const placement = createPlacement({
    ...deps,
    workspace,
    // Panels that were open with these displays; those that are open now stay.
    onArranged: () => main && restorePanels(),
  })

  const showMain = (path?: string) => {
    quit.end()
    if (main) raise(main, path)
    else openMain(path ?? startPath(), true)
    restoreAll()
  }
  const all = () => [main, mini, vote, ...panels.values()].filter((window) => window !== null)
  return {
    showMain,
    toggleMain() {
      if (main?.isFocused()) hideWindow(main, deps.system)
      else showMain()
    },
    setMini,
    restoreMini,
    showPanel(panel) {
      quit.end()
      const window = panels.get(panel)
      if (window) return bringToFront(window)
      openPanel(panel, true)
      workspace.storeOpen(panel, true)
    },
    showVote(direction) {
      quit.end()
      if (!vote) return openVote(direction)
      loadPath(vote, voteWindowPath(direction))
      bringToFront(vote)
    },
    setOverlay(...next) {
      overlay = next
      main?.setOverlayIcon(...next)
    },
    hasWindow: () => all().length > 0,
    hasFocus: () => all().some((window) => window.isFocused()),
    send(name, payload) {
      for (const window of all()) window.webContents.send(name, payload)
    },
    owns: (page) => all().some((window) => window.webContents === page),
    isShown: (page) =>
      all().some(
        (window) => window.webContents === page && window.isVisible() && !window.isMinimized(),
      ),
    onShown: appearances.subscribe,
    goBack: () => main?.webContents.navigationHistory.goBack(),
    goForward: () => main?.webContents.navigationHistory.goForward(),
    find: () => main?.webContents.send('window:find', null),
    print() {
      const focused = [...panels.values()].find((window) => window.isFocused())
      ;(focused ?? main)?.webContents.print()
    },
    markReady(page) {
      const isMain = main?.webContents === page
      if (isMain) isReady = true
      return isMain
    },
    isMainReady: () => main !== null && isReady,
    leave() {
      leftPath = main && (pathOf(main) ?? startPath())
      quit.begin(all())
    },
    stay(page) {
      quit.stay(page)
      restoreAll()
    },
    stop: placement.stop,
  }
}
