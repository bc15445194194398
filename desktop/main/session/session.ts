import type { StoreApi } from 'zustand/vanilla'
import type { Renewal, SessionChange, SessionView, SignInOutcome } from '#desktop/bridge/shapes.ts'
import {
  createApiRequest,
  createJsonRequest,
  type RequestApi,
} from '#desktop/main/server/api-requests.ts'
import { userOf } from '#desktop/shared/claims.ts'
import { createLogoutQueue } from '#desktop/shared/logout-queue.ts'
import { type Fetch, renewingFetch } from '#desktop/shared/renewing-fetch.ts'
import type { TokenPair, UserClaims } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ProofPurpose } from '#shared/rules/bound-nonce.ts'
import type { Keychain } from './keychain.ts'
import { createRenewals } from './renewals.ts'
import { createProofCalls, createSessionApi } from './session-api.ts'
import { type CurrentSession, createSessionState } from './session-state.ts'
import { createSignIn } from './sign-in.ts'

/** The app's session. The refresh token stays here and in the OS keychain. */
export interface MainSession {
  /** Notifies of `isRestored` too. */
  view: StoreApi<SessionView>
  /** Subscribes to changes; `expiry` is the reason when the session ended by itself. */
  onChange(listener: (news: SessionChange) => void): () => void
  /** Claims of the current access token, even if expired; null for a guest. */
  user(): UserClaims | null
  /** Whether `user` is right: the keychain was read, and a session that it holds was renewed. */
  isRestored(): boolean
  /**
   * Reads the keychain and renews the session. Resolves after the first attempt, never rejects, and
   * retries while the server is unreachable. `view` is signed in once the keychain was read.
   */
  restore(): Promise<void>
  /** `provider` is its id at the server. A new attempt replaces a running one. Never rejects. */
  signIn(locale: Locale, provider: string): Promise<SignInOutcome>
  /**
   * Adds an identity to the account of this session, or repeats its sign-in. A new attempt replaces a
   * running one. Never rejects.
   */
  link(locale: Locale, provider: string, purpose: ProofPurpose): Promise<SignInOutcome>
  cancelSignIn(): void
  /** Renews once for concurrent callers. `used` is the rejected access token. */
  renew(used: string): Promise<Renewal>
  /** Stores an access token that a reply carried; ignored for another user. */
  adopt(accessToken: string): void
  /** Signs out locally and at the server, and clears the keychain. Never rejects. */
  end(): Promise<void>
  /** Calls the API as the user; renews once after a 401. */
  request: RequestApi
  /**
   * Retries now what waits for the server, and reads a keychain that was not there. One that was locked is read
   * again with `mayPrompt` only: its prompt may have been dismissed.
   */
  wake(mayPrompt?: boolean): void
  /**
   * Stops attempts and timers. Resolves when a renewal in flight is in the keychain (at most 5 s);
   * without it the next start would be a guest's.
   */
  stop(): Promise<void>
}

export interface MainSessionDeps {
  /** Origin of the API. */
  apiOrigin: string
  fetch: Fetch
  keychain: Keychain
  /** Opens an address in the system browser. */
  openExternal: (url: string) => Promise<void>
  /** Logs why a sign-in failed, without tokens, codes or URLs. */
  log: { warn(message: string): void }
}

/** Maximum delay of a quit by a renewal in flight. */
const QUIT_TIMEOUT_MS = 5_000

/** Creates the session; no request and no keychain access before `restore`. */
export function createMainSession(deps: MainSessionDeps): MainSession {
  const { apiOrigin, keychain, openExternal, log } = deps
  const quit = new AbortController()
  const requestJson = createJsonRequest(deps.fetch, quit.signal)
  const server = createSessionApi(createApiRequest(apiOrigin, requestJson))
  const state = createSessionState()
  const logoutQueue = createLogoutQueue(server.close)
  const onOrphanedToken = logoutQueue.enqueue
  const renewals = createRenewals({ server, keychain, state, onOrphanedToken })
  const onFailure = (reason: string) => log.warn(`sign-in: ${reason}`)
  const signIn = createSignIn({
    apiOrigin,
    server,
    openExternal,
    onOrphanedToken,
    onFailure,
  })
  /** Counts sign-ins and sign-outs: an older keychain read is outdated. */
  let generation = 0
  let isStopped = false
  let isRead = false
  /** `generation` of a read that had no access to the keychain; null after one that had. */
  let unreadSince: number | null = null
  let reading: Promise<unknown> = Promise.resolve()
  /** Last keychain operation; a quit waits for it. */
  let storing: Promise<unknown> = Promise.resolve()

  const read = async () => {
    const own = generation
    unreadSince = null
    const restoreToken = (refreshToken: string) => {
      if (isStopped) return
      unreadSince = null
      if (generation === own)
        state.set({ current: { refreshToken, accessToken: null }, tokenStorage: 'keychain' })
      else logoutQueue.enqueue(refreshToken)
    }
    const stored = await keychain.read((token) => {
      restoreToken(token)
      renewals.wake()
    })
    if (generation === own) state.set({ tokenStorage: stored.tokenStorage })
    if (stored.tokenStorage !== 'keychain') unreadSince = own
    if (stored.token) restoreToken(stored.token)
    isRead = true
    // Notifies subscribers, also of a guest's view, which is the same as before.
    state.view.setState({})
  }

  const restore = async () => {
    reading = read()
    await reading
    const current = state.current()
    if (current && current.accessToken === null) await renewals.renew(current)
  }

  const open = ({ token, refreshToken }: TokenPair) => {
    generation += 1
    const previous = state.current()
    const current: CurrentSession = { refreshToken, accessToken: token }
    const onStored = () => {
      if (state.current() === current && current.refreshToken === refreshToken)
        state.set({ tokenStorage: 'keychain' })
    }
    state.set({ current })
    if (previous) logoutQueue.enqueue(previous.refreshToken)
    storing = keychain.write(refreshToken, onStored).then((how) => {
      if (state.current() === current) state.set({ tokenStorage: how })
    })
  }

  const renew: MainSession['renew'] = async (used) => {
    await reading
    const current = state.current()
    if (!current) return { status: 'ended' }
    const { accessToken } = current
    if (accessToken !== null && accessToken !== used) return { status: 'renewed', accessToken }
    return renewals.renew(current)
  }

  const userFetch = renewingFetch(deps.fetch, {
    accessToken: () => state.current()?.accessToken ?? null,
    owner: state.current,
    renew,
  })
  const request = createApiRequest(apiOrigin, createJsonRequest(userFetch, quit.signal))

  return {
    view: state.view,
    onChange: state.onChange,
    user() {
      const token = state.current()?.accessToken
      return token ? userOf(token) : null
    },
    isRestored: () => isRead && state.current()?.accessToken !== null,
    restore,
    async signIn(locale, provider): Promise<SignInOutcome> {
      const end = await signIn.start(locale, provider)
      if (end.outcome === 'signedIn') open(end.tokens)
      return end.outcome
    },
    async link(locale, provider, purpose): Promise<SignInOutcome> {
      if (!state.current()?.accessToken) return 'failed'
      const end = await signIn.start(locale, provider, createProofCalls(request, purpose))
      return end.outcome
    },
    cancelSignIn: signIn.cancel,
    renew,
    adopt(accessToken) {
      const current = state.current()
      const own = current?.accessToken ? userOf(current.accessToken) : null
      const user = userOf(accessToken)
      // A slow reply may carry an older token.
      if (!current || !own || user?.id !== own.id || user.exp < own.exp) return
      current.accessToken = accessToken
      state.set({})
    },
    async end() {
      generation += 1
      const own = generation
      signIn.cancel()
      const current = state.current()
      state.set({ current: null })
      if (current) logoutQueue.enqueue(current.refreshToken)
      storing = keychain.clear().then((how) => {
        if (generation === own) state.set({ tokenStorage: how })
      })
      await storing
    },
    request,
    wake(mayPrompt = false) {
      const isPrompted = state.view.getState().tokenStorage === 'locked'
      if (unreadSince === generation && (mayPrompt || !isPrompted)) void restore()
      renewals.wake()
      logoutQueue.wake()
    },
    async stop() {
      isStopped = true
      signIn.stop()
      renewals.stop()
      let timer: ReturnType<typeof setTimeout> | undefined
      const timeout = new Promise((resolve) => {
        timer = setTimeout(resolve, QUIT_TIMEOUT_MS)
      })
      await Promise.race([Promise.all([renewals.settled(), storing, logoutQueue.stop()]), timeout])
      clearTimeout(timer)
      quit.abort()
    },
  }
}
