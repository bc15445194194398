import type { WebContents } from 'electron'
import type { CallArgs, CallName, CallReplies } from '#desktop/bridge/calls.ts'

/** The window that asks. */
export type Caller = Pick<WebContents, 'id' | 'send' | 'once' | 'isDestroyed'>

export type Handler<Name extends CallName> = (
  caller: Caller,
  ...args: CallArgs<Name>
) => CallReplies[Name] | Promise<CallReplies[Name]>

/** What answers each call; one that is missing does not compile. */
export type Handlers = { [Name in CallName]: Handler<Name> }
