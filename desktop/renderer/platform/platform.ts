import type { StoreApi } from 'zustand/vanilla'
import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import type { PanelName, SignInOutcome, TokenStorage } from '#desktop/bridge/shapes.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { ThreadKey } from '#shared/contract/thread.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ProofPurpose } from '#shared/rules/bound-nonce.ts'

/** Without a refresh token a session ends with its access token, unless a delegate renews it. */
export interface Tokens {
  /** Empty while only the delegate has one. */
  accessToken: string
  refreshToken: string | null
}

/** Why a session expired: no refresh token, or the renewal was rejected. */
export type Expiry = 'noRefreshToken' | 'oldRefreshToken'

/** Result of a renewal; `ended` by a logout elsewhere, which needs no message. */
export type Renewal = 'renewed' | 'ended' | 'unreachable' | Expiry

/** Owns the session on behalf of this window: the main process of the desktop app. */
interface SessionDelegate {
  /** `used` is the rejected access token, empty when there was none. Never rejects. */
  renew(used: string): Promise<Renewal>
  /** Ends the session in every window and on the server. */
  end(): void
}

/** Storage of the tokens: local storage in a browser, memory in the desktop app. */
export interface TokenVault {
  read(): Tokens | null
  write(tokens: Tokens): void
  clear(): void
  /**
   * Subscribes to changes from outside this window; the listener gets the reason when the session
   * expired. Returns the unsubscribe function.
   */
  onExternalChange(listener: (expiry: Expiry | null) => void): () => void
  delegate: SessionDelegate | null
}

/** Source of live updates: an own connection in a browser, the main process in the desktop app. */
export interface LiveSource {
  start(): void
  /** Reconnects at once instead of after the backoff, as when the network is back. */
  wake(): void
  /** Opens the stream anew: the network is reported as gone. Absent where another process has the stream. */
  networkLost?(): void
  /** Whether this window shows the newest votes: summaries bring them then. */
  watchVotes(isWatched: boolean): void
  /** The thread whose changes this window shows; null for none. */
  watchThread(thread: ThreadKey | null): void
  /** Whether every price comes, or one a second. Absent where another process has the stream. */
  watchPrices?(isWatched: boolean): void
  /** Brings the alerts of the session of an access token. Absent where another process has the stream. */
  watchAlerts?(accessToken: string | null): void
  stop(): void
}

export interface LiveSourceOptions {
  /** Fetches the summary while the stream is down. */
  fetchSummary: () => Promise<VoteSummary>
  /** Suspends polling while the page is hidden. */
  isPaused: () => boolean
  onUpdate: (update: LiveUpdate) => void
}

/** Persisted settings and drafts, such as language and theme. Never throws. */
export interface Preferences {
  read(key: string): string | null
  /** Returns whether the value was stored: a browser may refuse. */
  write(key: string, value: string): boolean
  remove(key: string): void
  /** Subscribes to changes of `key` by another window; returns the unsubscribe function. */
  onExternalChange(key: string, listener: () => void): () => void
}

/** Why a sign-in failed; `storage`: the browser lets the site store nothing. */
export type SignInFailure = Exclude<SignInOutcome, 'signedIn' | 'linked'> | 'storage'

/** Adds an identity to the account of a session, or repeats its sign-in, instead of signing in. */
export interface LinkRequest {
  purpose: ProofPurpose
  /** Bound to the proof, so that no other session can finish it. */
  sessionId: string
  /** Asks the API for the address of a provider. Rejects with ApiFailure. */
  begin(
    provider: string,
    query: { challenge: string; state: string; locale: 'en' | 'ko' },
  ): Promise<string>
}

/** Sign-in by redirect: the provider replaces this page and redirects back. */
export interface RedirectSignIn {
  kind: 'redirect'
  /**
   * `provider` is its id, `returnTo` the path to show afterwards. Resolves to why the page stays, null when it is
   * left. Rejects with ApiFailure.
   */
  start(
    provider: string,
    returnTo: string,
    locale: Locale,
    link: LinkRequest | null,
  ): Promise<'storage' | null>
}

/** Sign-in in the system browser while this window waits. */
export interface BrowserSignInMethod {
  kind: 'browser'
  /** Resolves when the attempt has ended; a new one replaces it. Never rejects. */
  start(provider: string, locale: Locale): Promise<SignInOutcome>
  /** Adds an identity or repeats the sign-in. Never rejects. */
  link(provider: string, locale: Locale, purpose: ProofPurpose): Promise<SignInOutcome>
  /** Ends the running attempt, if any. */
  cancel(): void
}

/** An ID token with the secret of its bound nonce. */
export interface IdTokenProof {
  tokenId: string
  nonce: string
}

/** A one-time code of the server with the verifier of its attempt. */
export interface CodeProof {
  code: string
  verifier: string
}

export interface GoogleButtonOptions {
  clientId: string
  locale: Locale
  /** The session that asks, and what for; null for a sign-in. */
  link: Pick<LinkRequest, 'sessionId' | 'purpose'> | null
  /** Its content is replaced by the button. */
  container: HTMLElement
  /** Called with the ID token of each sign-in and the secret of its nonce; null for another attempt's. */
  onToken: (proof: IdTokenProof | null) => void
  /** Aborted when the button is removed; tokens are then those of the button rendered before it. */
  signal: AbortSignal
}

/** Renders Google's own button. Rejects when its script cannot be loaded. */
export type RenderGoogleButton = (options: GoogleButtonOptions) => Promise<void>

/** Features of the desktop app only. */
export interface DesktopFeatures {
  version: string
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** The desktop, not the app, decides about place and order of windows. */
  isWayland: boolean
  /** Shared by all windows. */
  settings: StoreApi<DesktopSettings>
  /** Changes some settings. Rejects when they could not be saved. */
  writeSettings(part: Partial<DesktopSettings>): Promise<void>
  /** Whether the session survives a restart of the app. */
  tokenStorage: StoreApi<TokenStorage>
  /** Version of a downloaded update, or null. */
  update: StoreApi<string | null>
  /** Restarts into the update. Rejects when that failed. */
  installUpdate(): Promise<void>
  /** Shows a panel in a window of its own. */
  openPanelWindow(panel: PanelName): void
  /** Shows the main window at a path; for the mini ticker. */
  openMainWindow(path: string): void
}

/** All differences between the web build and the desktop app; chosen once at the start. */
export interface Platform {
  kind: 'web' | 'desktop'
  /** Origin of the API, such as `https://tidemark.example`. */
  apiOrigin: string
  /** Names of the filled ad slots, known before any request. */
  adSlots: readonly string[]
  vault: TokenVault
  preferences: Preferences
  /** Runs `task` under a lock that all windows of this user share: a refresh token is used once. */
  withLock<Result>(name: string, task: () => Promise<Result>): Promise<Result>
  /** Set where Google's own button can be rendered. */
  renderGoogleButton: RenderGoogleButton | null
  signIn: RedirectSignIn | BrowserSignInMethod
  openLive(options: LiveSourceOptions): LiveSource
  /** Null in a browser. */
  desktop: DesktopFeatures | null
}
