import type { Preferences } from './platform.ts'

/** Calls `listener` when another window of this origin changed one of `keys`, or cleared them all. */
export function onStorage(keys: readonly string[], listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

/** Local storage, where it is allowed: a browser may refuse it, and then nothing is remembered. */
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
      // The choice still holds until the page is left.
      return false
    }
  },
  forget(key) {
    try {
      localStorage.removeItem(key)
    } catch {
      // Where storing is refused there is nothing to remove.
    }
  },
  onForeignChange: (key, listener) => onStorage([key], listener),
}
