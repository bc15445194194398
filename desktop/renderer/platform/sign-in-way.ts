import type { SignInOutcome } from '#desktop/bridge/shapes.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** Why a sign-in did not succeed. */
export type SignInFailure = Exclude<SignInOutcome, 'signedIn'>

/** The page goes to the provider and is opened anew when the person comes back. */
export interface SignInInPage {
  happens: 'in the page'
  /**
   * Leaves for the provider; `returnTo` is the path to show afterwards. Rejects when the provider
   * cannot be reached.
   */
  begin(config: AuthConfig, returnTo: string, locale: Locale): Promise<void>
}

/** The page waits while the person is at the provider in the system browser. */
export interface SignInInBrowser {
  happens: 'in the browser'
  /** Resolves when the attempt has ended; a new one takes its place. Never rejects. */
  begin(locale: Locale): Promise<SignInOutcome>
  /** Ends the attempt under way, if any. */
  cancel(): void
}

/** How people sign in at the provider. */
export type SignInWay = SignInInPage | SignInInBrowser
