import type { Platform, Preferences, TokenVault } from './platform.ts'
import { leaveForProvider } from './web-sign-in.ts'

const ACCESS = 'accessToken'
const REFRESH = 'refreshToken'

/** Local storage, where it is allowed: a browser may refuse it, and then nothing is remembered. */
const preferences: Preferences = {
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
    } catch {
      // The choice still holds until the page is left.
    }
  },
}

/** The tokens, in local storage. */
function webVault(): TokenVault {
  return {
    read() {
      const accessToken = preferences.read(ACCESS)
      const refreshToken = preferences.read(REFRESH)
      return accessToken && refreshToken ? { accessToken, refreshToken } : null
    },
    write({ accessToken, refreshToken }) {
      preferences.write(ACCESS, accessToken)
      preferences.write(REFRESH, refreshToken)
    },
    clear() {
      try {
        localStorage.removeItem(ACCESS)
        localStorage.removeItem(REFRESH)
      } catch {
        // Where storing is refused there is nothing to remove.
      }
    },
    onForeignChange(listener) {
      const heard = ({ key }: StorageEvent) => {
        if (key === null || key === ACCESS || key === REFRESH) listener()
      }
      addEventListener('storage', heard)
      return () => removeEventListener('storage', heard)
    },
  }
}

/** The browser: tokens in local storage, one renewal at a time over all tabs by a Web Lock. */
export function webPlatform(): Platform {
  return {
    kind: 'web',
    apiOrigin: __API_URL__ || location.origin,
    vault: webVault(),
    preferences,
    beginSignIn: leaveForProvider,
    exclusively: async (name, task) => {
      // Pages that did not come by https or loopback have no locks; there each tab is on its own.
      if (!('locks' in navigator)) return task()
      return navigator.locks.request(`tidemark-${name}`, task)
    },
  }
}
