import type { KeptBounds } from './kept-bounds.ts'
import type { AppWindow } from './live-window.ts'

/** Milliseconds of rest after which a place is written: a drag moves by the pixel. */
const REST = 500

type Watched = Pick<AppWindow, 'on' | 'getNormalBounds' | 'isMaximized' | 'isDestroyed'>

/**
 * Tells where a window is, a while after it was moved, and when it closes. Its timer ends with the
 * window.
 */
export function keepBounds(window: Watched, write: (bounds: KeptBounds) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    clearTimeout(timer)
    timer = undefined
    if (!window.isDestroyed()) {
      write({ ...window.getNormalBounds(), isMaximised: window.isMaximized() })
    }
  }
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(settle, REST)
  }
  window.on('move', moved)
  window.on('resize', moved)
  window.on('maximize', moved)
  window.on('unmaximize', moved)
  window.on('close', settle)
  window.on('closed', () => clearTimeout(timer))
}
