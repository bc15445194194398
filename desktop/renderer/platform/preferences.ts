import type { Preferences } from './platform.ts'

/**
 * Calls `listener` when another window of this origin changed one of `keys` or cleared them all, and when the
 * page returns from the back/forward cache, where it missed such changes.
 */
export function onStorage(keys: readonly string[], listener: () => void): () => void {
  const onEvent = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) listener()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  addEventListener('storage', onEvent)
  addEventListener('pageshow', onShow)
  return () => {
    removeEventListener('storage', onEvent)
    removeEventListener('pageshow', onShow)
  }
}

/** Local storage; where the browser refuses it, nothing is persisted. */
export const preferences: Preferences = {
  read(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(key, value)
      return true
    } catch {
      return false
    }
  },
  remove(key) {
    try {
      localStorage.removeItem(key)
    } catch {
      // Storage is refused, so nothing is stored.
    }
  },
  onExternalChange: (key, listener) => onStorage([key], listener),
}
