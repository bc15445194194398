import type { CallArgs, CallName, CallReplies } from '#desktop/bridge/calls.ts'

/** The page of a window that asks: Electron's WebContents is one. */
export interface Caller {
  id: number
  mainFrame: object
  send(channel: string, ...args: unknown[]): void
  once(event: 'destroyed', listener: () => void): unknown
  isDestroyed(): boolean
}

export type Handler<Name extends CallName> = (
  caller: Caller,
  ...args: CallArgs<Name>
) => CallReplies[Name] | Promise<CallReplies[Name]>

/** What answers each call; one that is missing does not compile. */
export type Handlers = { [Name in CallName]: Handler<Name> }
