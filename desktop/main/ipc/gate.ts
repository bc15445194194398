import { Check } from '@sinclair/typebox/value'
import { CALL_ARGS, type CallArgs, type CallName, type CallReplies } from '#desktop/bridge/calls.ts'
import { APP_ORIGIN } from '#desktop/main/protocol/protocol.ts'

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

/** Why a call was not answered; it is the message of the error that the page gets. */
export type Refusal = 'UNKNOWN_WINDOW' | 'WRONG_FRAME' | 'WRONG_ORIGIN' | 'BAD_ARGUMENTS' | 'FAILED'

/** Who calls; the frame is null when it is gone by now. */
interface CallEvent {
  sender: Caller
  senderFrame: { origin: string } | null
}

/** Electron's `ipcMain` is one. */
interface Calls {
  handle(
    channel: string,
    listener: (event: CallEvent, ...args: unknown[]) => Promise<unknown>,
  ): void
  removeHandler(channel: string): void
  removeAllListeners(): unknown
}

export interface GateOptions {
  ipcMain: Calls
  /** Whether this is the page of one of the app's windows. */
  isOurs(page: object): boolean
  warn(message: string): void
}

const isCallName = (name: string): name is CallName => Object.hasOwn(CALL_ARGS, name)

function areArgs<Name extends CallName>(name: Name, args: unknown): args is CallArgs<Name> {
  return Check(CALL_ARGS[name], args)
}

/**
 * The only way from a page into the main process. A call is answered when its channel is one of
 * `CALL_ARGS`, it comes from the page of a window itself and not from a frame in it, that page is
 * of `app://tidemark`, and its arguments are what the channel takes. The returned function closes
 * the gate.
 */
export function openGate(options: GateOptions, handlers: Handlers): () => void {
  const { ipcMain, isOurs, warn } = options

  const refusalOf = ({ sender, senderFrame }: CallEvent): Refusal | null => {
    if (!isOurs(sender)) return 'UNKNOWN_WINDOW'
    if (senderFrame === null || senderFrame !== sender.mainFrame) return 'WRONG_FRAME'
    return senderFrame.origin === APP_ORIGIN ? null : 'WRONG_ORIGIN'
  }
  // Neither the page nor the log learns more than a word: arguments and errors may hold secrets.
  const refuse = (name: CallName, refusal: Refusal) => {
    warn(`refused ${name}: ${refusal}`)
    return new Error(refusal)
  }
  const open = <Name extends CallName>(name: Name, handle: Handler<Name>) =>
    ipcMain.handle(name, async (event, ...args: unknown[]) => {
      const refusal = refusalOf(event)
      if (refusal) throw refuse(name, refusal)
      if (!areArgs(name, args)) throw refuse(name, 'BAD_ARGUMENTS')
      try {
        return await handle(event.sender, ...args)
      } catch {
        throw refuse(name, 'FAILED')
      }
    })
  const openOf = <Name extends CallName>(name: Name) => open(name, handlers[name])

  // electron-store answers whoever asks with the folder of the app; no message is listened to here.
  ipcMain.removeAllListeners()
  const names = Object.keys(CALL_ARGS).filter(isCallName)
  for (const name of names) openOf(name)
  return () => {
    for (const name of names) ipcMain.removeHandler(name)
  }
}
