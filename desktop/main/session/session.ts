import type { Static, TSchema } from '@sinclair/typebox'
import type { StoreApi } from 'zustand/vanilla'
import type { Renewal, SessionNews, SessionView, SignInOutcome } from '#desktop/bridge/shapes.ts'
import { createAskApi, createAskJson, type Fetch } from '#desktop/main/server/api-requests.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { userOf } from '#desktop/shared/claims.ts'
import type { TokenPair, UserClaims } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Keychain } from './keychain.ts'
import { createFarewells } from './logout-queue.ts'
import { createRenewals } from './renewals.ts'
import { createSessionServer } from './session-api.ts'
import { createSessionState, type Held } from './session-state.ts'
import { createSignIn } from './sign-in.ts'

/** The one session of the app. The refresh token is known here and in the OS keychain alone. */
export interface MainSession {
  view: StoreApi<SessionView>
  /** Calls `listener` at each change, with why the session ended when it ended by itself. */
  onNews(listener: (news: SessionNews) => void): () => void
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
  ask<Schema extends TSchema>(schema: Schema, path: string): Promise<Static<Schema>>
  /** The network may be back: what waits for the server is tried at once. */
  wake(): void
  /**
   * Ends what is under way: an attempt, timers. Resolves when a renewal that the server has perhaps
   * already made is in the keychain (5 s at most), without which the next start would be a guest's.
   */
  stop(): Promise<void>
}

export interface MainSessionParts {
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
export function createMainSession(parts: MainSessionParts): MainSession {
  const { apiOrigin, keychain, openExternal, googleClientSecret, log } = parts
  const quit = new AbortController()
  const askJson = createAskJson(parts.fetch, quit.signal)
  const ask = createAskApi(apiOrigin, askJson)
  const server = createSessionServer(ask)
  const state = createSessionState()
  const farewells = createFarewells(server.close)
  const onOrphan = farewells.say
  const renewals = createRenewals({ server, keychain, state, onOrphan })
  const onFault = (reason: string) => log.warn(`sign-in: ${reason}`)
  const signIn = createSignIn({
    server,
    askJson,
    openExternal,
    googleClientSecret,
    onOrphan,
    onFault,
  })
  /** How often somebody signed in or out here: what was read before that is out of date. */
  let turn = 0
  let isStopped = false
  let reading: Promise<unknown> = Promise.resolve()
  /** What the keychain was last told to do; a quit waits for it. */
  let keeping: Promise<unknown> = Promise.resolve()

  const read = async () => {
    const own = turn
    const take = (refreshToken: string) => {
      if (isStopped) return
      if (turn === own) state.set({ held: { refreshToken, accessToken: null }, keeping: 'kept' })
      else farewells.say(refreshToken)
    }
    const kept = await keychain.read((token) => {
      take(token)
      renewals.wake()
    })
    if (turn === own) state.set({ keeping: kept.keeping })
    if (kept.token) take(kept.token)
  }

  const begin = ({ token, refreshToken }: TokenPair) => {
    turn += 1
    const gone = state.held()
    const held: Held = { refreshToken, accessToken: token }
    const isKept = () => {
      if (state.held() === held && held.refreshToken === refreshToken)
        state.set({ keeping: 'kept' })
    }
    state.set({ held })
    if (gone) farewells.say(gone.refreshToken)
    keeping = keychain.write(refreshToken, isKept).then((how) => {
      if (state.held() === held) state.set({ keeping: how })
    })
  }

  const renew: MainSession['renew'] = async (used) => {
    await reading
    const held = state.held()
    if (!held) return { status: 'ended' }
    const { accessToken } = held
    if (accessToken !== null && accessToken !== used) return { status: 'renewed', accessToken }
    return renewals.renew(held)
  }

  return {
    view: state.view,
    onNews: state.onNews,
    user() {
      const token = state.held()?.accessToken
      return token ? userOf(token) : null
    },
    async restore() {
      reading = read()
      await reading
      const held = state.held()
      if (held && held.accessToken === null) await renewals.renew(held)
    },
    async signIn(locale): Promise<SignInOutcome> {
      const end = await signIn.start(locale)
      if (end.outcome === 'signedIn') begin(end.tokens)
      return end.outcome
    },
    cancelSignIn: signIn.cancel,
    renew,
    adopt(accessToken) {
      const held = state.held()
      const own = held?.accessToken ? userOf(held.accessToken) : null
      const user = userOf(accessToken)
      // A slow reply may carry a token from before the last renewal.
      if (!held || !own || user?.id !== own.id || user.exp < own.exp) return
      held.accessToken = accessToken
      state.set({})
    },
    async end() {
      turn += 1
      const own = turn
      signIn.cancel()
      const held = state.held()
      state.set({ held: null })
      if (held) farewells.say(held.refreshToken)
      keeping = keychain.clear().then((how) => {
        if (turn === own) state.set({ keeping: how })
      })
      await keeping
    },
    async ask(schema, path) {
      const held = state.held()
      const used = held?.accessToken ?? ''
      try {
        return await ask(schema, path, { accessToken: used })
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 401 || !held) throw error
        const { status } = await renew(used)
        // Somebody else's session is not asked for what this one wanted.
        if (status !== 'renewed' || state.held() !== held) throw error
        return ask(schema, path, { accessToken: held.accessToken })
      }
    },
    wake() {
      renewals.wake()
      farewells.wake()
    },
    async stop() {
      isStopped = true
      signIn.stop()
      renewals.stop()
      let timer: ReturnType<typeof setTimeout> | undefined
      const patience = new Promise((resolve) => {
        timer = setTimeout(resolve, QUIT_PATIENCE_MS)
      })
      await Promise.race([Promise.all([renewals.settled(), keeping, farewells.stop()]), patience])
      clearTimeout(timer)
      quit.abort()
    },
  }
}
