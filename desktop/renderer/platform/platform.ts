import type { StreamEvents } from '#desktop/shared/stream-sequence.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { DesktopParts } from './desktop-parts.ts'
import type { SignInWay } from './sign-in-way.ts'

/**
 * The tokens of a session. Without a refresh token it lasts only as long as its access token, unless
 * it has a keeper.
 */
export interface Tokens {
  /** Empty while only the keeper knows that there is a session. */
  accessToken: string
  refreshToken: string | null
}

/** Why a session ended by itself: nothing to renew it with, or the renewal was refused. */
export type Expiry = 'noRefreshToken' | 'oldRefreshToken'

/** How a renewal ended; `ended` by a logout elsewhere, of which nothing needs to be said. */
export type Renewal = 'renewed' | 'ended' | 'unreachable' | Expiry

/** Who keeps the session for this window: the main process of the app, and nobody in a browser. */
export interface SessionKeeper {
  /** `used` is the access token that was not good enough, empty when there was none. Never rejects. */
  renew(used: string): Promise<Renewal>
  /** Ends the session for every window and tells the server. */
  end(): void
}

/** Where the tokens are kept: between visits, or as long as the window is open. */
export interface TokenVault {
  read(): Tokens | null
  write(tokens: Tokens): void
  clear(): void
  /**
   * Calls `listener` when something else than this window changed them; with why the session ended,
   * when it ended by itself.
   */
  onForeignChange(listener: (expiry: Expiry | null) => void): () => void
  keeper: SessionKeeper | null
}

/** The live stream as a window has it. */
export interface LiveStream {
  start(): void
  /** Tries at once, when something says that the network is back. */
  wake(): void
  stop(): void
}

/** What a person's choices and drafts are kept in: the language, the theme. Never throws. */
export interface Preferences {
  read(key: string): string | null
  /** Answers whether the value is kept: a browser may refuse to. */
  write(key: string, value: string): boolean
  forget(key: string): void
  /** Calls `listener` when another window of this person changed what is kept under `key`. */
  onForeignChange(key: string, listener: () => void): () => void
}

/** What Google's button needs to know. */
export interface GoogleButtonWish {
  clientId: string
  locale: Locale
  /** Where the button is drawn, in place of what was there. */
  place: HTMLElement
  /** Told the ID token of each sign-in, or null when there was none that is ours. */
  onToken: (tokenId: string | null) => void
}

/** Draws Google's own button. Rejects when it cannot be had. */
export type DrawGoogleButton = (wish: GoogleButtonWish) => Promise<void>

/**
 * Everything in which the hosted web build and the desktop app differ. It is chosen once at the
 * start; no component asks where it runs.
 */
export interface Platform {
  kind: 'web' | 'desktop'
  /** Origin of the API, such as `https://tidemark.example`. */
  apiOrigin: string
  /** The names of the ad slots that are filled, known before anything is asked. */
  adSlots: readonly string[]
  vault: TokenVault
  preferences: Preferences
  /**
   * Runs `task` while no other window of this person runs one of the same name, so that a refresh
   * token is used once.
   */
  exclusively<Result>(name: string, task: () => Promise<Result>): Promise<Result>
  /** Set where people sign in with Google inside the page, by Google's own button. */
  drawGoogleButton: DrawGoogleButton | null
  signIn: SignInWay
  openStream(events: StreamEvents): LiveStream
  /** What only the desktop app has; null in a browser. */
  desktop: DesktopParts | null
}
