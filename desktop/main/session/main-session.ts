import type { Static, TSchema } from '@sinclair/typebox'
import type { StoreApi } from 'zustand/vanilla'
import type { Renewal, SessionNews, SessionView, SignInOutcome } from '#desktop/bridge/shapes.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** The one session of the app. The refresh token is known here and in the OS keychain alone. */
export interface MainSession {
  view: StoreApi<SessionView>
  /** Calls `listener` at each change, with why the session ended when it ended by itself. */
  onNews(listener: (news: SessionNews) => void): () => void
  /** Who is signed in, by the access token of the moment, expired or not; null for a guest. */
  user(): UserClaims | null
  /**
   * Reads the keychain and renews what it holds. Resolves after the first try and never rejects;
   * while the server is unreachable it tries again with pauses. `view` tells that somebody is signed
   * in as soon as the keychain has been read.
   */
  restore(): Promise<void>
  /** One attempt at a time: a new one ends the one before. Never rejects. */
  signIn(locale: Locale): Promise<SignInOutcome>
  cancelSignIn(): void
  /** Renews once however many ask. `used` is the access token that was not good enough. */
  renew(used: string): Promise<Renewal>
  /** Takes over an access token that a reply carried; one of nobody or of another user is dropped. */
  adopt(accessToken: string): void
  /** Signs out here and at the server; leaves no secret in the keychain. Never rejects. */
  end(): Promise<void>
  /** Asks the API as the user at `path`, renewed once on 401. Throws ApiFailure. */
  ask<Schema extends TSchema>(schema: Schema, path: string): Promise<Static<Schema>>
  /** The network may be back: what waits for the server is tried at once. */
  wake(): void
  /**
   * Ends what is under way: an attempt, timers. Resolves when a renewal that the server has perhaps
   * already made is in the keychain (5 s at most), without which the next start would be a guest's.
   */
  stop(): Promise<void>
}
