import type { SessionNews } from '#desktop/bridge/shapes.ts'
import type { MainSession } from '#desktop/main/session/session.ts'

/** Keeps why the session ended by itself while no window was there to say it. */
export interface UntoldExpiry {
  /** Answers it once. */
  take(): SessionNews['expiry']
  stop(): void
}

/** `isHeard` says whether the main window hears what it is told. */
export function keepUntoldExpiry(
  session: Pick<MainSession, 'onNews'>,
  isHeard: () => boolean,
): UntoldExpiry {
  let untold: SessionNews['expiry'] = null
  const stop = session.onNews(({ isSignedIn, expiry }) => {
    // Whoever has signed in again need not be told that they had to.
    if (isSignedIn) untold = null
    if (expiry && !isHeard()) untold = expiry
  })
  return {
    stop,
    take() {
      const expiry = untold
      untold = null
      return expiry
    },
  }
}
