import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import type { SessionView } from '#desktop/bridge/shapes.ts'
import { createEmitter } from '#desktop/shared/emitter.ts'
import type { Expiry, Tokens, TokenVault } from './platform.ts'

type Bridge = Pick<DesktopBridge, 'onSession' | 'renewSession' | 'adoptAccess' | 'endSession'>

const tokensOf = ({ isSignedIn, accessToken }: SessionView): Tokens | null =>
  isSignedIn ? { accessToken: accessToken ?? '', refreshToken: null } : null

/**
 * The access token of the moment, in memory. The refresh token is with the main process, which
 * renews and ends the session for every window and tells each of them.
 */
export function desktopVault(bridge: Bridge, first: SessionView): TokenVault {
  let tokens = tokensOf(first)
  const changes = createEmitter<Expiry | null>()
  bridge.onSession((change) => {
    tokens = tokensOf(change)
    changes.emit(change.expiry)
  })
  return {
    read: () => tokens,
    write(next) {
      tokens = { ...next, refreshToken: null }
      // It knows the user's newest claims from then on, in every window.
      bridge.adoptAccess(next.accessToken).catch(() => {})
    },
    clear() {
      tokens = null
    },
    onExternalChange: changes.subscribe,
    delegate: {
      async renew(used) {
        try {
          const renewal = await bridge.renewSession(used)
          if (renewal.status === 'renewed') {
            tokens = { accessToken: renewal.accessToken, refreshToken: null }
            return 'renewed'
          }
          // Why it ended is told to every window as news, so that it is said once.
          return renewal.status === 'unreachable' ? 'unreachable' : 'ended'
        } catch {
          return 'unreachable'
        }
      },
      end() {
        bridge.endSession().catch(() => {})
      },
    },
  }
}
