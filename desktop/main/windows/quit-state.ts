import type { AppWindow } from './app-window.ts'

/** Why a window closes: a quit may be called off while windows of it still close. */
type Closer = 'user' | 'quit' | 'called-off quit'

/** Distinguishes the windows that a quit closes from those that the user closes. */
export function createQuitState() {
  let isQuitting = false
  let closing = new Set<AppWindow>()
  return {
    /** A quit closes these windows; their pages may object. */
    begin(windows: readonly AppWindow[]): void {
      isQuitting = true
      closing = new Set(windows)
    },
    /** The user works on. */
    end(): void {
      isQuitting = false
    },
    /** The user stays on a page, which calls the quit off; its window closes later by the user. */
    stay(page: object): void {
      isQuitting = false
      for (const window of closing) if (window.webContents === page) closing.delete(window)
    },
    /** Call when a window has closed. */
    closerOf(window: AppWindow): Closer {
      if (isQuitting) return 'quit'
      return closing.delete(window) ? 'called-off quit' : 'user'
    },
  }
}
