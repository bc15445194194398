import { createStore, type StoreApi } from 'zustand/vanilla'
import { ApiFailure, dataOf, type Reply } from '#desktop/shared/api-failure.ts'
import { userOf } from '#desktop/shared/claims.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { Expiry, Platform, Renewal, Tokens } from './platform.ts'

/**
 * Who is using the page; `checking` until the kept tokens have been judged. `isHeldUp` says that the
 * server could not be asked, so that it may take a while.
 */
export type SessionState =
  | { status: 'checking'; isHeldUp: boolean }
  | { status: 'guest' }
  | { status: 'user'; user: UserClaims }

export interface Session {
  state: StoreApi<SessionState>
  /** The access token of the moment, or null when signed out. */
  accessToken(): string | null
  /**
   * Judges the kept tokens: one that has not expired is used, an expired one renewed. While the
   * server cannot be asked the state stays `checking`; then ask again.
   */
  restore(): Promise<void>
  /** Takes over the tokens of a fresh sign-in. */
  adopt(tokens: Tokens): void
  /** Takes over an access token that a reply renewed; the refresh token stays. */
  adoptAccess(accessToken: string): void
  /** Forgets the session here; answers its refresh token, so that the server may forget it too. */
  end(): string | null
  /**
   * Sends a call and answers its data; when the server says 401, renews the session once and sends
   * it again. Throws ApiFailure.
   */
  call<Data>(send: () => Promise<Reply<Data>>): Promise<NonNullable<Data>>
}

interface SessionParts {
  platform: Pick<Platform, 'vault' | 'exclusively'>
  /** Exchanges a refresh token. Throws ApiFailure. */
  renew: (refreshToken: string) => Promise<Tokens>
  /** Told when a session ended by itself. */
  onExpired: (expiry: Expiry) => void
  /** Now on the server, epoch milliseconds. */
  now: () => number
}

/** The one session of this window. Every other window of the person shares its tokens. */
export function createSession({ platform, renew, onExpired, now }: SessionParts): Session {
  const { vault } = platform
  const { keeper } = vault
  const state = createStore<SessionState>(() => ({ status: 'checking', isHeldUp: false }))

  const show = () => {
    const tokens = vault.read()
    const user = tokens && userOf(tokens.accessToken)
    if (user) return state.setState({ status: 'user', user }, true)
    // A session whose access token only its keeper can get is not a guest's.
    if (!tokens || !keeper) return state.setState({ status: 'guest' }, true)
    if (state.getState().status !== 'checking')
      state.setState({ status: 'checking', isHeldUp: false }, true)
  }

  const finish = (renewal: Exclude<Renewal, 'renewed' | 'unreachable'>) => {
    vault.clear()
    state.setState({ status: 'guest' }, true)
    if (renewal !== 'ended') onExpired(renewal)
  }

  /** `used` is the access token that was not good enough; another window may have renewed it. */
  const renewOnce = (used: string): Promise<Renewal> => {
    if (keeper) return keeper.renew(used)
    return platform.exclusively('session', async () => {
      const kept = vault.read()
      if (!kept) return 'ended'
      if (kept.accessToken !== used) return 'renewed'
      if (!kept.refreshToken) return 'noRefreshToken'
      try {
        vault.write(await renew(kept.refreshToken))
        return 'renewed'
      } catch (error) {
        // A server that is away says nothing about the session: it is kept for later.
        const isRefused = error instanceof ApiFailure && error.status === 401
        return isRefused ? 'oldRefreshToken' : 'unreachable'
      }
    })
  }

  const restore = async () => {
    const tokens = vault.read()
    const user = tokens && userOf(tokens.accessToken)
    if (!tokens || (!user && !keeper)) {
      vault.clear()
      return state.setState({ status: 'guest' }, true)
    }
    if (user && user.exp * 1000 > now()) return show()
    const renewal = await renewOnce(tokens.accessToken)
    if (renewal === 'renewed') return show()
    if (renewal === 'unreachable')
      return state.setState({ status: 'checking', isHeldUp: true }, true)
    finish(renewal)
  }

  vault.onForeignChange((expiry) => {
    const wasChecking = state.getState().status === 'checking'
    show()
    if (state.getState().status === 'checking' && !wasChecking) restore()
    if (expiry) onExpired(expiry)
  })

  return {
    state,
    accessToken: () => vault.read()?.accessToken || null,
    restore,
    adopt(tokens) {
      vault.write(tokens)
      show()
    },
    adoptAccess(accessToken) {
      const kept = vault.read()
      // Signed out while the reply was on its way: it stays so.
      if (!kept) return
      vault.write({ ...kept, accessToken })
      show()
    },
    end() {
      const refreshToken = vault.read()?.refreshToken ?? null
      vault.clear()
      keeper?.end()
      state.setState({ status: 'guest' }, true)
      return refreshToken
    },
    async call(send) {
      const used = vault.read()?.accessToken
      try {
        return await dataOf(send())
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 401 || used === undefined)
          throw error
        const renewal = await renewOnce(used)
        if (renewal !== 'renewed') {
          if (renewal !== 'unreachable') finish(renewal)
          throw error
        }
        show()
        return dataOf(send())
      }
    },
  }
}
