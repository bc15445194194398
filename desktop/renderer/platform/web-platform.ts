import type { Platform, Preferences, TokenVault } from './platform.ts'

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

/** Calls `listener` when another tab changed one of `keys`, or cleared them all. */
function onStorage(keys: readonly string[], listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

/** The tokens, in local storage. */
function webVault(): TokenVault {
  return {
    read() {
      const accessToken = preferences.read(ACCESS)
      return accessToken ? { accessToken, refreshToken: preferences.read(REFRESH) || null } : null
    },
    write({ accessToken, refreshToken }) {
      // The refresh token first: another tab that hears of the access token finds both.
      if (refreshToken) preferences.write(REFRESH, refreshToken)
      else preferences.forget(REFRESH)
      preferences.write(ACCESS, accessToken)
    },
    clear() {
      preferences.forget(ACCESS)
      preferences.forget(REFRESH)
    },
    onForeignChange: (listener) => onStorage([ACCESS, REFRESH], listener),
  }
}

/** The browser: tokens in local storage, one renewal at a time over all tabs by a Web Lock. */
export function webPlatform(): Platform {
  return {
    kind: 'web',
    apiOrigin: __API_URL__ || location.origin,
    adSlots:
      document.querySelector<HTMLMetaElement>('meta[name=ad-slots]')?.content.split(' ') ?? [],
    vault: webVault(),
    preferences,
    drawGoogleButton: async (wish) => {
      const { drawGoogleButton } = await import('./google-button.ts')
      return drawGoogleButton(wish)
    },
    beginSignIn: async (...attempt) => {
      const { leaveForProvider } = await import('./web-sign-in.ts')
      return leaveForProvider(...attempt)
    },
    exclusively: async (name, task) => {
      // Pages that did not come by https or loopback have no locks; there each tab is on its own.
      if (!('locks' in navigator)) return task()
      return navigator.locks.request(`tidemark-${name}`, task)
    },
  }
}
