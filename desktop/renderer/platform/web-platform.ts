import { createStreamLink, type SocketEvents } from '#desktop/shared/stream-link.ts'
import { STREAM_PATH } from '#shared/contract/stream.ts'
import type { Platform, TokenVault } from './platform.ts'
import { onStorage, preferences } from './preferences.ts'

const ACCESS = 'accessToken'
const REFRESH = 'refreshToken'

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
    onForeignChange: (listener) => onStorage([ACCESS, REFRESH], () => listener(null)),
    keeper: null,
  }
}

function openSocket(url: string, { onMessage, onClose }: SocketEvents): () => void {
  const socket = new WebSocket(url)
  socket.onmessage = ({ data }) => onMessage(data)
  socket.onclose = onClose
  return () => socket.close()
}

/** The browser: tokens in local storage, one renewal at a time over all tabs by a Web Lock. */
export function webPlatform(): Platform {
  const apiOrigin = __API_URL__ || location.origin
  const streamUrl = `${apiOrigin.replace(/^http/, 'ws')}${STREAM_PATH}`
  return {
    kind: 'web',
    apiOrigin,
    adSlots:
      document.querySelector<HTMLMetaElement>('meta[name=ad-slots]')?.content.split(' ') ?? [],
    vault: webVault(),
    preferences,
    drawGoogleButton: async (wish) => {
      const { drawGoogleButton } = await import('./google-button.ts')
      return drawGoogleButton(wish)
    },
    signIn: {
      happens: 'in the page',
      begin: async (...attempt) => {
        const { leaveForProvider } = await import('./web-sign-in.ts')
        return leaveForProvider(...attempt)
      },
    },
    openStream: (events) =>
      createStreamLink({
        ...events,
        open: (socket) => openSocket(streamUrl, socket),
        random: Math.random,
      }),
    exclusively: async (name, task) => {
      // Pages that did not come by https or loopback have no locks; there each tab is on its own.
      if (!('locks' in navigator)) return task()
      return navigator.locks.request(`tidemark-${name}`, task)
    },
    desktop: null,
  }
}
