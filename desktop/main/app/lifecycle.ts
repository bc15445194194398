import type { App, Dialog } from 'electron'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import { initialLocale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'

interface FailOptions {
  app: Pick<App, 'exit' | 'getPreferredSystemLanguages'>
  dialog: Pick<Dialog, 'showErrorBox'>
}

/** Shows an error and exits: a half-started app would have neither window nor tray to quit it. */
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

/** The part of Electron's `app` that is used. */
interface QuittingApp {
  on(event: 'will-quit', listener: (event: Quitting) => void): unknown
  off(event: 'will-quit', listener: (event: Quitting) => void): unknown
}

interface Power {
  on(event: 'shutdown', listener: () => void): unknown
  off(event: 'shutdown', listener: () => void): unknown
}

interface QuitOptions {
  app: QuittingApp
  powerMonitor: Power
  /** Stops everything; called once. A failure does not prevent the quit. */
  stop(): Promise<unknown>
  /** Quits at last, when everything has stopped. */
  endQuit(): void
}

/** A shutdown that has not ended the app by then was called off, milliseconds. */
const SHUTDOWN_MS = 60_000

/**
 * Delays a quit until everything has stopped. A system shutdown is not delayed: macOS would cancel
 * it.
 */
export function quitInOrder({ app, powerMonitor, stop, endQuit }: QuitOptions): void {
  let isStopping = false
  let isGoingDown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const onShutdown = () => {
    isGoingDown = true
    clearTimeout(timer)
    timer = setTimeout(() => {
      isGoingDown = false
    }, SHUTDOWN_MS)
  }
  const onQuit = async (event: Quitting) => {
    if (!isGoingDown) event.preventDefault()
    if (isStopping) return
    isStopping = true
    clearTimeout(timer)
    try {
      await stop()
    } catch {
      // Remaining work ends with the process.
    }
    app.off('will-quit', onQuit)
    powerMonitor.off('shutdown', onShutdown)
    // Electron ignores `quit()` while it dispatches `will-quit`.
    setImmediate(endQuit)
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

/** Calls `wake` after sleep or screen unlock: sockets may be dead. */
export function onWake(power: Power, wake: () => void): () => void {
  power.on('resume', wake)
  power.on('unlock-screen', wake)
  return () => {
    power.off('resume', wake)
    power.off('unlock-screen', wake)
  }
}
