import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Keeping, SessionNews, SessionView } from '#desktop/bridge/shapes.ts'
import { createListeners } from '#desktop/shared/listeners.ts'

/**
 * The tokens of one sign-in. It is the same object through all renewals and another one after
 * another sign-in, so what was begun for one person never touches the next.
 */
export interface Held {
  refreshToken: string
  /** Null until the first renewal of a session that was read from the keychain. */
  accessToken: string | null
}

/** What is known of the session, and those who want to know. */
export interface SessionState {
  view: StoreApi<SessionView>
  onNews(listener: (news: SessionNews) => void): () => void
  held(): Held | null
  /** Changes what is held and what is known of the keychain, and tells when that shows. */
  set(change: { held?: Held | null; keeping?: Keeping }, expiry?: SessionNews['expiry']): void
}

export function createSessionState(): SessionState {
  const view = createStore<SessionView>(() => ({
    isSignedIn: false,
    accessToken: null,
    keeping: 'kept',
  }))
  const news = createListeners<SessionNews>()
  let held: Held | null = null

  return {
    view,
    onNews: news.add,
    held: () => held,
    set(change, expiry = null) {
      if (change.held !== undefined) held = change.held
      const was = view.getState()
      const next: SessionView = {
        isSignedIn: held !== null,
        accessToken: held?.accessToken ?? null,
        keeping: change.keeping ?? was.keeping,
      }
      const isSame =
        was.isSignedIn === next.isSignedIn &&
        was.accessToken === next.accessToken &&
        was.keeping === next.keeping
      if (isSame && expiry === null) return
      view.setState(next, true)
      news.tell({ ...next, expiry })
    },
  }
}
