import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { LocaleSchema } from './locale-schema.ts'
import { DesktopSettings } from './settings.ts'
import type { Renewal, SessionNews, SignInOutcome, StartInfo } from './shapes.ts'

const AccessToken = Type.String({ maxLength: 8192 })
/** A path of the interface, such as `/vote/view/12`. */
const Path = Type.String({ maxLength: 512, pattern: '^/(?![/\\\\])' })

/**
 * What a window may ask of the main process: the arguments of each channel, checked when they
 * arrive. Everything not named here is refused.
 */
export const CALL_ARGS = {
  /** What a window needs to know before it draws. */
  'app:start': Type.Tuple([]),
  /** Opens the system browser at the provider; resolves when the attempt has ended. */
  'session:sign-in': Type.Tuple([LocaleSchema]),
  /** Ends the attempt under way, if any. */
  'session:cancel': Type.Tuple([]),
  /** Renews the session; the argument is the access token that was not good enough, '' for none. */
  'session:renew': Type.Tuple([AccessToken]),
  /** Takes over an access token that a reply carried. */
  'session:adopt': Type.Tuple([AccessToken]),
  /** Signs out: wipes the keychain and tells the server. */
  'session:end': Type.Tuple([]),
  /** From now on the window hears the live stream; it is told the present at once. */
  'stream:join': Type.Tuple([]),
  /** The window has a reason to think that the network is back. */
  'stream:wake': Type.Tuple([]),
  'settings:write': Type.Tuple([Type.Partial(DesktopSettings, { additionalProperties: false })]),
  /** Shows the main window at a path; for the mini ticker. */
  'window:open': Type.Tuple([Path]),
  /** Restarts into the update that was downloaded. */
  'update:install': Type.Tuple([]),
} as const

export type CallName = keyof typeof CALL_ARGS
export type CallArgs<Name extends CallName> = Static<(typeof CALL_ARGS)[Name]>

/** What each call resolves to. */
export interface CallReplies extends Record<CallName, unknown> {
  'app:start': StartInfo
  'session:sign-in': SignInOutcome
  'session:cancel': null
  'session:renew': Renewal
  'session:adopt': null
  'session:end': null
  'stream:join': null
  'stream:wake': null
  'settings:write': DesktopSettings
  'window:open': null
  'update:install': null
}

/** What the main process tells a window, by channel. */
export interface DesktopEvents {
  /** The session changed: signed in, renewed, adopted by another window, ended. */
  'session:changed': SessionNews
  /** A message of the live stream, as it came; `null` says that the stream is away. */
  'stream:message': string | null
  'settings:changed': DesktopSettings
  /** Show this path: a deep link, a notification or a menu was clicked. */
  'window:go': string
  /** An update is ready; the argument is its version. */
  'update:ready': string
}
export type EventName = keyof DesktopEvents
