import type { DesktopBridge } from '#desktop/bridge/contract.ts'
import type { SessionView } from '#desktop/bridge/shapes.ts'
import { sessionIdOf } from '#desktop/shared/claims.ts'
import { createEmitter } from '#desktop/shared/emitter.ts'
import type { Expiry, Tokens, TokenVault } from './platform.ts'

const tokensOf = ({ isSignedIn, accessToken }: SessionView): Tokens | null =>
  isSignedIn ? { accessToken: accessToken ?? '', refreshToken: null } : null

/**
 * Current access token, in memory. The main process has the refresh token, renews and ends the
 * session, and notifies every window.
 */
export function desktopVault(bridge: DesktopBridge, first: SessionView): TokenVault {
  let tokens = tokensOf(first)
  /** Id of the session that this window has ended; a message on its way may still carry its token. */
  let endedSessionId = ''
  const isEnded = ({ accessToken }: Tokens) =>
    endedSessionId !== '' && sessionIdOf(accessToken) === endedSessionId
  const changes = createEmitter<Expiry | null>()
  bridge.on('session:changed', (change) => {
    const next = tokensOf(change)
    if (next && isEnded(next)) return
    tokens = next
    changes.emit(change.expiry)
  })
  return {
    read: () => tokens,
    write(next) {
      tokens = { ...next, refreshToken: null }
      // The main process shares the new claims with every window.
      bridge.call('session:adopt', next.accessToken).catch(() => {})
    },
    clear() {
      if (tokens) endedSessionId = sessionIdOf(tokens.accessToken)
      tokens = null
    },
    onExternalChange: changes.subscribe,
    delegate: {
      async renew(used) {
        try {
          const renewal = await bridge.call('session:renew', used)
          if (renewal.status === 'renewed') {
            const next = { accessToken: renewal.accessToken, refreshToken: null }
            if (isEnded(next)) return 'ended'
            tokens = next
            return 'renewed'
          }
          // The reason arrives as an event in every window and is shown once.
          return renewal.status === 'unreachable' ? 'unreachable' : 'ended'
        } catch {
          return 'unreachable'
        }
      },
      end() {
        bridge.call('session:end').catch(() => {})
      },
    },
  }
}
