import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { LivePrice } from '#shared/contract/price.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { DesktopSettings } from './settings.ts'

/**
 * Where the refresh token is stored: in the OS keychain, or in memory only because the keychain is
 * `locked` or `unavailable`.
 */
export type TokenStorage = 'keychain' | 'locked' | 'unavailable'

/** How a sign-in attempt ended. */
export type SignInOutcome =
  | 'signedIn'
  /** The identity was added to the account, or its person signed in again; never of a sign-in. */
  | 'linked'
  /** The identity belongs to another account. */
  | 'taken'
  /** The account has as many identities as are allowed. */
  | 'limit'
  /** The last sign-in is too long ago for a link. */
  | 'reauthenticate'
  /** Somebody else signed in again. */
  | 'otherAccount'
  | 'cancelled'
  /** The browser did not return in time. */
  | 'timedOut'
  /** A newer attempt replaced it. */
  | 'replaced'
  /** The provider or the API refused, or the callback was not valid. */
  | 'failed'
  /** The account is banned. */
  | 'banned'
  /** The provider or the API could not be reached. */
  | 'noResponse'
  /** The server cannot reach the provider. */
  | 'providerDown'
  /** The provider refuses the server's own configuration. */
  | 'misconfigured'

/** Result of a renewal; only `renewed` carries an access token. */
export type Renewal =
  | { status: 'renewed'; accessToken: string }
  /** Signed out meanwhile. */
  | { status: 'ended' }
  | { status: 'unreachable' }
  | { status: 'noRefreshToken' }
  | { status: 'oldRefreshToken' }

/** The session as a window sees it; the refresh token never leaves the main process. */
export interface SessionView {
  /** There is a session, even while its access token is unknown. */
  isSignedIn: boolean
  /** Current access token, possibly expired; null while there is none. */
  accessToken: string | null
  tokenStorage: TokenStorage
}

/** A change of the session; `expiry` is the reason when it ended by itself. */
export interface SessionChange extends SessionView {
  expiry: 'noRefreshToken' | 'oldRefreshToken' | null
}

/** Market data of an earlier run of the app. */
export interface MarketSnapshot {
  summary: VoteSummary | null
  price: LivePrice | null
  /** Server time of the last update, epoch milliseconds. */
  receivedAt: number
}

/** Everything that a window needs before the first render. */
export interface StartInfo {
  /** Origin of the API. */
  apiOrigin: string
  version: string
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** Linux with Wayland: the desktop decides about place and order of windows. */
  isWayland: boolean
  settings: DesktopSettings
  session: SessionView
  marketSnapshot: MarketSnapshot | null
  /** Version of an update that is ready, or null. */
  update: string | null
  /** Why the session ended by itself while no window was open, or null. */
  expiry: SessionChange['expiry']
}

/** Windows beside the main one that the user opens: the chart, the desk and its other panels. */
export const PANELS = ['chart', 'desk', 'calls', 'rounds', 'live'] as const
export const PanelName = Type.Union(PANELS.map((name) => Type.Literal(name)))
export type PanelName = Static<typeof PanelName>

/** Alerts with a switch in the settings of the app; the others follow the settings of the account. */
export const PRICE_ALERTS = ['band', 'level'] as const
export type AlertKind = 'opened' | 'closing' | 'settled' | (typeof PRICE_ALERTS)[number]
