import type { AuthConfig } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** The two tokens of a session. */
export interface Tokens {
  accessToken: string
  refreshToken: string
}

/** Where the tokens are kept between visits. */
export interface TokenVault {
  read(): Tokens | null
  write(tokens: Tokens): void
  clear(): void
  /** Calls `listener` when another window of this person changed them. */
  onForeignChange(listener: () => void): () => void
}

/** What a person's choices are kept in: the language, the theme. Never throws. */
export interface Preferences {
  read(key: string): string | null
  write(key: string, value: string): void
}

/**
 * Everything in which the hosted web build and the desktop app differ. It is chosen once at the
 * start; no component asks where it runs.
 */
export interface Platform {
  kind: 'web' | 'desktop'
  /** Origin of the API, such as `https://tidemark.example`. */
  apiOrigin: string
  vault: TokenVault
  preferences: Preferences
  /**
   * Runs `task` while no other window of this person runs one of the same name, so that a refresh
   * token is used once.
   */
  exclusively<Result>(name: string, task: () => Promise<Result>): Promise<Result>
  /**
   * Begins a sign-in at the provider; `returnTo` is the path to show afterwards. Rejects when the
   * provider cannot be reached.
   */
  beginSignIn(config: AuthConfig, returnTo: string, locale: Locale): Promise<void>
}
