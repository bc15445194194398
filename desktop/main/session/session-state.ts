import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SessionChange, SessionView, TokenStorage } from '#desktop/bridge/shapes.ts'
import { createEmitter } from '#desktop/shared/emitter.ts'

/**
 * Tokens of one sign-in. The object stays the same through renewals and is replaced by a new
 * sign-in, so that pending work of one user never affects the next.
 */
export interface CurrentSession {
  refreshToken: string
  /** Null until the first renewal of a session read from the keychain. */
  accessToken: string | null
}

/** The current session, observable. */
export interface SessionState {
  view: StoreApi<SessionView>
  onChange(listener: (news: SessionChange) => void): () => void
  current(): CurrentSession | null
  /** Updates session or token storage; notifies when the view changed or the session expired. */
  set(
    change: { current?: CurrentSession | null; tokenStorage?: TokenStorage },
    expiry?: SessionChange['expiry'],
  ): void
}

export function createSessionState(): SessionState {
  const view = createStore<SessionView>(() => ({
    isSignedIn: false,
    accessToken: null,
    tokenStorage: 'keychain',
  }))
  const changes = createEmitter<SessionChange>()
  let current: CurrentSession | null = null

  return {
    view,
    onChange: changes.subscribe,
    current: () => current,
    set(change, expiry = null) {
      if (change.current !== undefined) current = change.current
      const was = view.getState()
      const next: SessionView = {
        isSignedIn: current !== null,
        accessToken: current?.accessToken ?? null,
        tokenStorage: change.tokenStorage ?? was.tokenStorage,
      }
      const isSame =
        was.isSignedIn === next.isSignedIn &&
        was.accessToken === next.accessToken &&
        was.tokenStorage === next.tokenStorage
      if (isSame && expiry === null) return
      view.setState(next, true)
      changes.emit({ ...next, expiry })
    },
  }
}
