import { createStore, type StoreApi } from 'zustand/vanilla'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { userOf } from '#desktop/shared/claims.ts'
import type { RenewableSession } from '#desktop/shared/renewing-fetch.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { Expiry, Platform, Renewal, Tokens } from './platform.ts'

/**
 * Session state; `checking` until the stored tokens are verified. `isHeldUp`: the server is
 * unreachable, so that this may take a while.
 */
export type SessionState =
  | { status: 'checking'; isHeldUp: boolean }
  | { status: 'guest' }
  | { status: 'user'; user: UserClaims }

export interface Session extends RenewableSession {
  state: StoreApi<SessionState>
  /** Id of the user whose tokens are stored; null for a guest. */
  owner(): number | null
  /**
   * Whether this user is signed in; false for null. Queries of members ask at each fetch: after a logout
   * their screen stays mounted for a moment.
   */
  isUser(id: number | null): boolean
  /** Aborts the requests of a person who signs out, here or elsewhere: their replies would be 401. */
  signal(): AbortSignal
  /**
   * Uses the stored tokens, renewing an expired access token. While the server is unreachable the
   * state stays `checking`; call it again then.
   */
  restore(): Promise<void>
  /** Starts the session of a sign-in. */
  adopt(tokens: Tokens): void
  /** Replaces the access token by one from a reply; the refresh token stays. */
  adoptAccess(accessToken: string): void
  /** Ends the session here; returns its refresh token, for the logout on the server. */
  end(): string | null
}

interface SessionDeps {
  platform: Pick<Platform, 'vault' | 'withLock'>
  /** Exchanges a refresh token. Throws ApiFailure. */
  renew: (refreshToken: string) => Promise<Tokens>
  /** Called when the session expired. */
  onExpired: (expiry: Expiry) => void
  /** The server's time, epoch milliseconds. */
  now: () => number
  /** State until the stored tokens are read; `checking` by default. */
  initial?: SessionState
}

/** The session of this window; all windows of a user share its tokens. */
export function createSession({ platform, renew, onExpired, now, initial }: SessionDeps): Session {
  const { vault } = platform
  const { delegate } = vault
  const state = createStore<SessionState>(() => initial ?? { status: 'checking', isHeldUp: false })
  let requests = new AbortController()
  /** Id of the user whose requests may be under way; null at the start and for a guest. */
  let userId: number | null = null

  const abortRequests = () => {
    requests.abort()
    requests = new AbortController()
  }

  /** `id` is null for a guest. */
  const changeUser = (id: number | null) => {
    if (userId !== null && userId !== id) abortRequests()
    userId = id
  }

  const setGuest = () => {
    changeUser(null)
    state.setState({ status: 'guest' }, true)
  }

  const syncState = () => {
    const tokens = vault.read()
    const user = tokens && userOf(tokens.accessToken)
    if (user) {
      changeUser(user.id)
      return state.setState({ status: 'user', user }, true)
    }
    // With a delegate the access token may still arrive, so this is no guest yet.
    if (!tokens || !delegate) return setGuest()
    if (state.getState().status !== 'checking')
      state.setState({ status: 'checking', isHeldUp: false }, true)
  }

  const expire = (renewal: Exclude<Renewal, 'renewed' | 'unreachable'>) => {
    vault.clear()
    setGuest()
    if (renewal !== 'ended') onExpired(renewal)
  }

  /** `used` is the rejected access token; another window may have renewed it meanwhile. */
  const renewOnce = (used: string): Promise<Renewal> => {
    if (delegate) return delegate.renew(used)
    return platform.withLock('session', async () => {
      const stored = vault.read()
      if (!stored) return 'ended'
      if (stored.accessToken !== used) return 'renewed'
      if (!stored.refreshToken) return 'noRefreshToken'
      try {
        const tokens = await renew(stored.refreshToken)
        // A reply without a token does not end the session either.
        if (!userOf(tokens.accessToken)) return 'unreachable'
        // A logout in between has revoked the new tokens as well.
        if (vault.read()?.refreshToken !== stored.refreshToken) return 'ended'
        vault.write(tokens)
        return 'renewed'
      } catch (error) {
        // An unreachable server does not invalidate the session, nor does a proxy that replies in its place.
        const isRefused = error instanceof ApiFailure && error.status === 401
        return isRefused && error.code !== 'UNREACHABLE' ? 'oldRefreshToken' : 'unreachable'
      }
    })
  }

  /** Renews the session; false while the server is unreachable. Other tokens stored meanwhile stay. */
  const renewStored = async (used: string): Promise<boolean> => {
    const renewal = await renewOnce(used)
    if (renewal === 'renewed' || vault.read()?.accessToken !== used) syncState()
    else if (renewal === 'unreachable') return false
    else expire(renewal)
    return true
  }

  const restore = async () => {
    const tokens = vault.read()
    const user = tokens && userOf(tokens.accessToken)
    if (!tokens || (!user && !delegate)) {
      vault.clear()
      return setGuest()
    }
    if (user && user.exp * 1000 > now()) return syncState()
    if (!(await renewStored(tokens.accessToken)))
      state.setState({ status: 'checking', isHeldUp: true }, true)
  }

  vault.onExternalChange((expiry) => {
    const wasChecking = state.getState().status === 'checking'
    syncState()
    if (state.getState().status === 'checking' && !wasChecking) restore()
    if (expiry) onExpired(expiry)
  })

  return {
    state,
    accessToken: () => vault.read()?.accessToken || null,
    owner: () => userOf(vault.read()?.accessToken)?.id ?? null,
    renew: renewStored,
    isUser(id) {
      const current = state.getState()
      return current.status === 'user' && current.user.id === id
    },
    signal: () => requests.signal,
    restore,
    adopt(tokens) {
      vault.write(tokens)
      syncState()
    },
    adoptAccess(accessToken) {
      const stored = vault.read()
      // Signed out while the request was in flight, or a reply without a token.
      if (!stored || !userOf(accessToken)) return
      vault.write({ ...stored, accessToken })
      syncState()
    },
    end() {
      const refreshToken = vault.read()?.refreshToken ?? null
      vault.clear()
      abortRequests()
      delegate?.end()
      setGuest()
      return refreshToken
    },
  }
}
