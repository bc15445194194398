import type { AppWindow } from './app-window.ts'

/** Why a window closes: a quit may be called off while windows that it has asked still close. */
type Closer = 'user' | 'quit' | 'called-off quit'

/** Tells the windows that a quit closes from those that the user closes. */
export function createQuitState() {
  let isQuitting = false
  let asked = new Set<AppWindow>()
  return {
    /** A quit asks these windows to close. */
    begin(windows: readonly AppWindow[]): void {
      isQuitting = true
      asked = new Set(windows)
    },
    /** The user works on. */
    end(): void {
      isQuitting = false
    },
    /** The user stays on a page, which calls the quit off; its window closes later by the user. */
    stay(page: object): void {
      isQuitting = false
      for (const window of asked) if (window.webContents === page) asked.delete(window)
    },
    /** Call when a window has closed. */
    closerOf(window: AppWindow): Closer {
      if (isQuitting) return 'quit'
      return asked.delete(window) ? 'called-off quit' : 'user'
    },
  }
}
