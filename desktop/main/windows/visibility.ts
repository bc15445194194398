import type { AppWindow } from './app-window.ts'
import { isRevealed } from './reveal.ts'

/** Shows a window with the focus, also from the taskbar. One without content appears by itself later. */
export function bringToFront(window: AppWindow): void {
  if (!isRevealed(window)) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Hides a window. On macOS a full-screen one would leave its space behind, black (electron#39572). */
export function hideWindow(window: AppWindow, system: string): void {
  if (system === 'darwin' && window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide())
    window.setFullScreen(false)
  } else {
    window.hide()
  }
}
