import type { AppWindow } from './app-window.ts'

/** Between the load of the page and its first paint, milliseconds. */
const PAINT_MS = 1_500
/** A window appears after so many milliseconds at the latest, with or without content. */
const LATEST_MS = 15_000
/** Code of a load that another one has replaced. */
const ABORTED = -3

const revealed = new WeakSet<object>()

/** Whether a window of `revealOnce` has appeared. */
export const isRevealed = (window: object): boolean => revealed.has(window)

/**
 * Calls `show` once, at the first sign of content, and marks the window as revealed. `ready-to-show` is
 * not enough: on Wayland it comes only after `show()` (electron#48859), and elsewhere not after the GPU
 * process has died. On Linux a loaded page is shown at once; other systems get time for the first paint.
 */
export function revealOnce(window: AppWindow, system: string, show: () => void): void {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const clear = () => {
    for (const timer of timers) clearTimeout(timer)
  }
  const reveal = () => {
    if (revealed.has(window) || window.isDestroyed()) return
    revealed.add(window)
    clear()
    show()
  }
  const revealAfter = (milliseconds: number) => timers.add(setTimeout(reveal, milliseconds))
  window.once('ready-to-show', reveal)
  window.once('closed', clear)
  window.webContents.once('did-finish-load', () => {
    if (system === 'linux') reveal()
    else if (!revealed.has(window)) revealAfter(PAINT_MS)
  })
  window.webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) reveal()
  })
  revealAfter(LATEST_MS)
}
