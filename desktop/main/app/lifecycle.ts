import type { App, Dialog } from 'electron'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import { initialLocale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'

interface FailOptions {
  app: Pick<App, 'exit' | 'getPreferredSystemLanguages'>
  dialog: Pick<Dialog, 'showErrorBox'>
}

/**
 * Says that the app could not start, and ends it: half of it would stay without a window or a tray
 * to end it by. What went wrong is told on the terminal.
 */
export function reportStartFailure({ app, dialog }: FailOptions, error: unknown): void {
  console.error(error)
  const locale = initialLocale(null, app.getPreferredSystemLanguages()[0] ?? '')
  const t = translator(menuTexts, locale)
  dialog.showErrorBox(t('start.failed'), t('start.failedDetail'))
  app.exit(1)
}

interface Quitting {
  preventDefault(): void
}

/** Electron's `app` is one. */
interface QuittingApp {
  on(event: 'will-quit', listener: (event: Quitting) => void): unknown
  off(event: 'will-quit', listener: (event: Quitting) => void): unknown
  quit(): void
}

/** Electron's `powerMonitor` is one. */
interface Power {
  on(event: 'shutdown', listener: () => void): unknown
  off(event: 'shutdown', listener: () => void): unknown
}

interface QuitOptions {
  app: QuittingApp
  powerMonitor: Power
  /** Ends what the app is made of; called once. Its failure does not keep the app alive. */
  stop(): Promise<unknown>
}

/**
 * Holds a quit back, once all windows are closed, until everything has ended. When the computer
 * itself goes down nothing is held back: macOS would call the whole shutdown off.
 */
export function quitInOrder({ app, powerMonitor, stop }: QuitOptions): void {
  let isStopping = false
  let isGoingDown = false
  const onShutdown = () => {
    isGoingDown = true
  }
  const onQuit = async (event: Quitting) => {
    if (!isGoingDown) event.preventDefault()
    if (isStopping) return
    isStopping = true
    try {
      await stop()
    } catch {
      // What does not end by itself ends with the process.
    }
    app.off('will-quit', onQuit)
    powerMonitor.off('shutdown', onShutdown)
    // A quit that is asked for while another one is being told of would not be heard.
    setImmediate(() => app.quit())
  }
  app.on('will-quit', onQuit)
  powerMonitor.on('shutdown', onShutdown)
}

type Waking = 'resume' | 'unlock-screen'

/** Electron's `powerMonitor` is one. */
interface Power {
  on(event: Waking, listener: () => void): unknown
  off(event: Waking, listener: () => void): unknown
}

/** Calls `wake` when the computer has slept or its screen was locked: sockets may be dead by then. */
export function onWake(power: Power, wake: () => void): () => void {
  power.on('resume', wake)
  power.on('unlock-screen', wake)
  return () => {
    power.off('resume', wake)
    power.off('unlock-screen', wake)
  }
}
