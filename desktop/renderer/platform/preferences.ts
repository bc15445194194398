import type { Preferences } from './platform.ts'

/** Calls `listener` when another window of this origin changed one of `keys` or cleared them all. */
export function onStorage(keys: readonly string[], listener: () => void): () => void {
  const onEvent = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) listener()
  }
  addEventListener('storage', onEvent)
  return () => removeEventListener('storage', onEvent)
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
