import type { Log } from '#desktop/main/log/log.ts'

/** Panels start after the apps of a login; milliseconds. */
const PANEL_START_MS = 10_000

/** The part of Electron's `app` that is used. */
interface ClosingApp {
  on(event: 'window-all-closed', listener: () => void): unknown
  off(event: 'window-all-closed', listener: () => void): unknown
  quit(): void
}

interface WithoutTrayDeps {
  app: ClosingApp
  isTrayVisible(): Promise<boolean>
  /** Whether the ticker is open, or comes back after its hidden hours. */
  isTickerWanted(): boolean
  windows: { hasWindow(): boolean; showMain(): void }
  log: Pick<Log, 'info'>
}

/**
 * Without a visible tray icon nothing leads back to an app without a window: it quits with its last
 * window, unless the ticker comes back by itself, and a hidden start shows the main one. Returns the
 * function that stops.
 */
export function avoidHiddenApp(deps: WithoutTrayDeps): () => void {
  const { app, isTrayVisible, isTickerWanted, windows, log } = deps
  let isStopped = false
  const isLost = async () =>
    !(windows.hasWindow() || (await isTrayVisible()) || windows.hasWindow())
  const unlessReachable = async (act: () => void) => {
    if (!(await isLost()) || isStopped) return
    log.info('no panel shows tray icons, so the app does not run without a window')
    act()
  }
  const onClosed = () => {
    if (!isTickerWanted()) void unlessReachable(() => app.quit())
  }
  app.on('window-all-closed', onClosed)
  const timer = setTimeout(() => void unlessReachable(() => windows.showMain()), PANEL_START_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
    app.off('window-all-closed', onClosed)
  }
}
