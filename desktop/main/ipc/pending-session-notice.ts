import type { SessionChange } from '#desktop/bridge/shapes.ts'
import type { MainSession } from '#desktop/main/session/session.ts'

/** Holds the reason of a session's end until a window can show it. */
export interface PendingSessionNotice {
  /** Returns the reason and clears it. */
  take(): SessionChange['expiry']
  stop(): void
}

/** `isMainReady` is whether the main window receives events. */
export function createPendingSessionNotice(
  session: Pick<MainSession, 'onChange'>,
  isMainReady: () => boolean,
): PendingSessionNotice {
  let pending: SessionChange['expiry'] = null
  const stop = session.onChange(({ isSignedIn, expiry }) => {
    // Obsolete after a new sign-in.
    if (isSignedIn) pending = null
    if (expiry && !isMainReady()) pending = expiry
  })
  return {
    stop,
    take() {
      const expiry = pending
      pending = null
      return expiry
    },
  }
}
