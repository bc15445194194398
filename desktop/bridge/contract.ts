import type { Static, TSchema, TTuple } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import { ThreadKey } from '#shared/contract/thread.ts'
import { DesktopSettings, LocaleSchema } from './settings.ts'
import {
  PanelName,
  type Renewal,
  type SessionChange,
  type SignInOutcome,
  type StartInfo,
} from './shapes.ts'

const AccessToken = Type.String({ maxLength: 8192 })
const ProviderId = Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' })
/** A path of the interface, such as `/vote/view/12`. */
const Path = Type.String({ maxLength: 512, pattern: '^/(?![/\\\\])' })

interface Channel<Args extends TSchema[], Result> {
  /** Checked when a call arrives. */
  args: TTuple<Args>
  /** Type only: what the call resolves to. */
  result?: Result
}
const channel =
  <Result = null>() =>
  <Args extends TSchema[]>(...args: [...Args]): Channel<Args, Result> => ({
    args: Type.Tuple(args),
  })

/** The calls from a window to the main process. A channel that is not listed here is refused. */
export const CHANNELS = {
  /** Everything that a window needs before the first render. */
  'app:start': channel<StartInfo>()(),
  /** Opens the provider in the system browser; resolves when the attempt has ended. */
  'session:sign-in': channel<SignInOutcome>()(LocaleSchema, ProviderId),
  /** Adds an identity to the account, or repeats its sign-in. */
  'session:link': channel<SignInOutcome>()(
    LocaleSchema,
    ProviderId,
    Type.Union([Type.Literal('link'), Type.Literal('confirm')]),
  ),
  'session:cancel': channel()(),
  /** Renews the session; the argument is the rejected access token, '' for none. */
  'session:renew': channel<Renewal>()(AccessToken),
  /** Stores an access token that a reply carried. */
  'session:adopt': channel()(AccessToken),
  /** Signs out: clears the keychain and revokes the session at the server. */
  'session:end': channel()(),
  /** Subscribes the window to live updates; a snapshot follows at once. */
  'stream:join': channel()(),
  /** Reports that the network may be back. */
  'stream:wake': channel()(),
  /** Whether the window shows the newest votes, which summaries bring then. */
  'stream:votes': channel()(Type.Boolean()),
  /** The thread that the window shows, whose changes then arrive; null for none. */
  'stream:thread': channel()(Type.Union([ThreadKey, Type.Null()])),
  'settings:write': channel<DesktopSettings>()(
    Type.Partial(DesktopSettings, { additionalProperties: false }),
  ),
  /** Shows the main window at a path; used by the mini ticker. */
  'window:open': channel()(Path),
  /** Shows a panel in a window of its own, or raises that window. */
  'window:panel': channel()(PanelName),
  /** Restarts into the downloaded update. */
  'update:install': channel()(),
} as const

export type CallName = keyof typeof CHANNELS
export type CallArgs<Name extends CallName> = Static<(typeof CHANNELS)[Name]['args']>
export type CallResult<Name extends CallName> = Exclude<
  (typeof CHANNELS)[Name]['result'],
  undefined
>

/** The events from the main process to a window, by channel. */
export interface DesktopEvents {
  'session:changed': SessionChange
  'stream:update': LiveUpdate
  'settings:changed': DesktopSettings
  /** Navigate to this path: a deep link, a notification or a menu was clicked. */
  'window:go': string
  /** Show the find bar: chosen in the menu of the main window. */
  'window:find': null
  /** An update is ready; the payload is its version. */
  'update:ready': string
}
export type EventName = keyof DesktopEvents

/** The API that the preload exposes to a window of the desktop app as `window.tidemark`. */
export interface DesktopBridge {
  call<Name extends CallName>(name: Name, ...args: CallArgs<Name>): Promise<CallResult<Name>>
  /** Subscribes to an event; returns the function that unsubscribes. */
  on<Name extends EventName>(
    name: Name,
    listener: (payload: DesktopEvents[Name]) => void,
  ): () => void
}

declare global {
  interface Window {
    /** Present only in a window of the desktop app. */
    tidemark?: DesktopBridge
  }
}
