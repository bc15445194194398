import type { Platform, TokenVault } from './platform.ts'
import { onStorage, preferences } from './preferences.ts'
import { openWebLive } from './web-live.ts'

const ACCESS = 'accessToken'
const REFRESH = 'refreshToken'

/** Tokens in local storage, shared by all tabs. */
function webVault(): TokenVault {
  return {
    read() {
      const accessToken = preferences.read(ACCESS)
      return accessToken ? { accessToken, refreshToken: preferences.read(REFRESH) || null } : null
    },
    write({ accessToken, refreshToken }) {
      // The refresh token first: a tab that is notified of the access token must find both.
      if (refreshToken) preferences.write(REFRESH, refreshToken)
      else preferences.remove(REFRESH)
      preferences.write(ACCESS, accessToken)
    },
    clear() {
      preferences.remove(ACCESS)
      preferences.remove(REFRESH)
    },
    onExternalChange: (listener) => onStorage([ACCESS, REFRESH], () => listener(null)),
    delegate: null,
  }
}

/** The browser: tokens in local storage, renewed under a Web Lock. */
export function webPlatform(): Platform {
  const apiOrigin = __API_URL__ || location.origin
  return {
    kind: 'web',
    apiOrigin,
    adSlots:
      document.querySelector<HTMLMetaElement>('meta[name=ad-slots]')?.content.split(' ') ?? [],
    vault: webVault(),
    preferences,
    renderGoogleButton: async (options) => {
      const { renderGoogleButton } = await import('./google-button.ts')
      return renderGoogleButton(options)
    },
    signIn: {
      kind: 'redirect',
      start: async (...args) => {
        const { startRedirect } = await import('./redirect-sign-in.ts')
        return startRedirect(apiOrigin, ...args)
      },
    },
    openLive: (options) => openWebLive(options, apiOrigin),
    withLock: async (name, task) => {
      // Web Locks need a secure context; without one each tab is on its own.
      if (!('locks' in navigator)) return task()
      return navigator.locks.request(`tidemark-${name}`, task)
    },
    desktop: null,
  }
}
