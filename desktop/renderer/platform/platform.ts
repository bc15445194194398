import type { AuthConfig } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** The tokens of a session. Without a refresh token it lasts only as long as its access token. */
export interface Tokens {
  accessToken: string
  refreshToken: string | null
}

/** Where the tokens are kept between visits. */
export interface TokenVault {
  read(): Tokens | null
  write(tokens: Tokens): void
  clear(): void
  /** Calls `listener` when another window of this person changed them. */
  onForeignChange(listener: () => void): () => void
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
  /**
   * Begins a sign-in at the provider; `returnTo` is the path to show afterwards. Rejects when the
   * provider cannot be reached.
   */
  beginSignIn(config: AuthConfig, returnTo: string, locale: Locale): Promise<void>
}
