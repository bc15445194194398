import type { LivePrice } from '#shared/contract/price.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { DesktopSettings } from './settings.ts'

/**
 * Whether a session outlives the app: `kept` in the OS keychain, or in memory only because the
 * keychain is `locked` or there is none (`missing`).
 */
export type Keeping = 'kept' | 'locked' | 'missing'

/** How a sign-in ended. */
export type SignInOutcome =
  | 'signedIn'
  | 'cancelled'
  /** Nobody came back from the browser in time. */
  | 'timedOut'
  /** A newer attempt took its place. */
  | 'replaced'
  /** The provider or the API refused, or what came back was not ours. */
  | 'failed'
  /** The provider or the API could not be reached. */
  | 'noResponse'

/** How a renewal ended; only `renewed` brings an access token. */
export type Renewal =
  | { status: 'renewed'; accessToken: string }
  /** Signed out meanwhile. */
  | { status: 'ended' }
  | { status: 'unreachable' }
  | { status: 'noRefreshToken' }
  | { status: 'oldRefreshToken' }

/** What a window knows of the session; the refresh token never leaves the main process. */
export interface SessionView {
  /** There is a session, even while its access token is not known. */
  isSignedIn: boolean
  /** The access token of the moment, expired perhaps; null while there is none. */
  accessToken: string | null
  keeping: Keeping
}

/** A change of the session; `expiry` says that it ended by itself, and why. */
export interface SessionNews extends SessionView {
  expiry: 'noRefreshToken' | 'oldRefreshToken' | null
}

/** What was known when the app last heard of the market. */
export interface LastKnown {
  summary: VoteSummary | null
  price: LivePrice | null
  /** When it was heard, epoch milliseconds. */
  heardAt: number
}

/** What a window needs to know before it draws. */
export interface StartInfo {
  /** Origin of the API. */
  apiOrigin: string
  version: string
  /** `darwin`, `win32` or `linux`. */
  system: string
  settings: DesktopSettings
  session: SessionView
  lastKnown: LastKnown | null
  /** Version of an update that is ready, or null. */
  update: string | null
  /** Why the session ended by itself while there was no window to be told, or null. */
  expiry: SessionNews['expiry']
}
