import type { Static, TSchema } from '@sinclair/typebox'
import type { StoreApi } from 'zustand/vanilla'
import type { Renewal, SessionChange, SessionView, SignInOutcome } from '#desktop/bridge/shapes.ts'
import {
  createApiRequest,
  createJsonRequest,
  type Fetch,
} from '#desktop/main/server/api-requests.ts'
import { withRenewal } from '#desktop/shared/api-failure.ts'
import { userOf } from '#desktop/shared/claims.ts'
import type { TokenPair, UserClaims } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Keychain } from './keychain.ts'
import { createLogoutQueue } from './logout-queue.ts'
import { createRenewals } from './renewals.ts'
import { createSessionServer } from './session-api.ts'
import { type CurrentSession, createSessionState } from './session-state.ts'
import { createSignIn } from './sign-in.ts'

/** The one session of the app. The refresh token is known here and in the OS keychain alone. */
export interface MainSession {
  view: StoreApi<SessionView>
  /** Calls `listener` at each change, with why the session ended when it ended by itself. */
  onChange(listener: (news: SessionChange) => void): () => void
  /** Who is signed in, by the access token of the moment, expired or not; null for a guest. */
  user(): UserClaims | null
  /**
   * Reads the keychain and renews what it holds. Resolves after the first try and never rejects;
   * while the server is unreachable it tries again with pauses. `view` tells that somebody is signed
   * in as soon as the keychain has been read.
   */
  restore(): Promise<void>
  /** One attempt at a time: a new one ends the one before. Never rejects. */
  signIn(locale: Locale): Promise<SignInOutcome>
  cancelSignIn(): void
  /** Renews once however many ask. `used` is the access token that was not good enough. */
  renew(used: string): Promise<Renewal>
  /** Takes over an access token that a reply carried; one of nobody or of another user is dropped. */
  adopt(accessToken: string): void
  /** Signs out here and at the server; leaves no secret in the keychain. Never rejects. */
  end(): Promise<void>
  /** Asks the API as the user at `path`, renewed once on 401. Throws ApiFailure. */
  request<Schema extends TSchema>(schema: Schema, path: string): Promise<Static<Schema>>
  /** The network may be back: what waits for the server is tried at once. */
  wake(): void
  /**
   * Ends what is under way: an attempt, timers. Resolves when a renewal that the server has perhaps
   * already made is in the keychain (5 s at most), without which the next start would be a guest's.
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
  /** Google's for the desktop client, '' for none. */
  googleClientSecret: string
  /** Told why a sign-in failed; never a token, a code or an address. */
  log: { warn(message: string): void }
}

/** How long a quit may wait for a renewal to be in the keychain. */
const QUIT_PATIENCE_MS = 5_000

/** Makes the session of the app; nothing is asked or read before `restore`. */
export function createMainSession(deps: MainSessionDeps): MainSession {
  const { apiOrigin, keychain, openExternal, googleClientSecret, log } = deps
  const quit = new AbortController()
  const requestJson = createJsonRequest(deps.fetch, quit.signal)
  const request = createApiRequest(apiOrigin, requestJson)
  const server = createSessionServer(request)
  const state = createSessionState()
  const logoutQueue = createLogoutQueue(server.close)
  const onOrphanedToken = logoutQueue.enqueue
  const renewals = createRenewals({ server, keychain, state, onOrphanedToken })
  const onFailure = (reason: string) => log.warn(`sign-in: ${reason}`)
  const signIn = createSignIn({
    server,
    requestJson,
    openExternal,
    googleClientSecret,
    onOrphanedToken,
    onFailure,
  })
  /** How often somebody signed in or out here: what was read before that is out of date. */
  let turn = 0
  let isStopped = false
  let reading: Promise<unknown> = Promise.resolve()
  /** What the keychain was last told to do; a quit waits for it. */
  let storing: Promise<unknown> = Promise.resolve()

  const read = async () => {
    const own = turn
    const take = (refreshToken: string) => {
      if (isStopped) return
      if (turn === own)
        state.set({ current: { refreshToken, accessToken: null }, tokenStorage: 'keychain' })
      else logoutQueue.enqueue(refreshToken)
    }
    const kept = await keychain.read((token) => {
      take(token)
      renewals.wake()
    })
    if (turn === own) state.set({ tokenStorage: kept.tokenStorage })
    if (kept.token) take(kept.token)
  }

  const begin = ({ token, refreshToken }: TokenPair) => {
    turn += 1
    const gone = state.current()
    const current: CurrentSession = { refreshToken, accessToken: token }
    const isKept = () => {
      if (state.current() === current && current.refreshToken === refreshToken)
        state.set({ tokenStorage: 'keychain' })
    }
    state.set({ current })
    if (gone) logoutQueue.enqueue(gone.refreshToken)
    storing = keychain.write(refreshToken, isKept).then((how) => {
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

  return {
    view: state.view,
    onChange: state.onChange,
    user() {
      const token = state.current()?.accessToken
      return token ? userOf(token) : null
    },
    async restore() {
      reading = read()
      await reading
      const current = state.current()
      if (current && current.accessToken === null) await renewals.renew(current)
    },
    async signIn(locale): Promise<SignInOutcome> {
      const end = await signIn.start(locale)
      if (end.outcome === 'signedIn') begin(end.tokens)
      return end.outcome
    },
    cancelSignIn: signIn.cancel,
    renew,
    adopt(accessToken) {
      const current = state.current()
      const own = current?.accessToken ? userOf(current.accessToken) : null
      const user = userOf(accessToken)
      // A slow reply may carry a token from before the last renewal.
      if (!current || !own || user?.id !== own.id || user.exp < own.exp) return
      current.accessToken = accessToken
      state.set({})
    },
    async end() {
      turn += 1
      const own = turn
      signIn.cancel()
      const current = state.current()
      state.set({ current: null })
      if (current) logoutQueue.enqueue(current.refreshToken)
      storing = keychain.clear().then((how) => {
        if (turn === own) state.set({ tokenStorage: how })
      })
      await storing
    },
    request(schema, path) {
      const current = state.current()
      const rejected = current?.accessToken ?? ''
      return withRenewal(
        () => request(schema, path, { accessToken: current?.accessToken ?? '' }),
        // A session that was replaced meanwhile must not serve the request of another user.
        async () =>
          current !== null &&
          (await renew(rejected)).status === 'renewed' &&
          state.current() === current,
      )
    },
    wake() {
      renewals.wake()
      logoutQueue.wake()
    },
    async stop() {
      isStopped = true
      signIn.stop()
      renewals.stop()
      let timer: ReturnType<typeof setTimeout> | undefined
      const patience = new Promise((resolve) => {
        timer = setTimeout(resolve, QUIT_PATIENCE_MS)
      })
      await Promise.race([Promise.all([renewals.settled(), storing, logoutQueue.stop()]), patience])
      clearTimeout(timer)
      quit.abort()
    },
  }
}
