import { Check } from '@sinclair/typebox/value'
import type { WebContents } from 'electron'
import {
  type CallArgs,
  type CallName,
  type CallResult,
  CHANNELS,
} from '#desktop/bridge/contract.ts'
import { APP_ORIGIN } from '#desktop/main/protocol/protocol.ts'

/** The page that calls; Electron's WebContents. */
export interface Caller extends Pick<WebContents, 'id' | 'send' | 'isDestroyed'> {
  mainFrame: object
  once(event: 'destroyed', listener: () => void): unknown
}

export type Handler<Name extends CallName> = (
  caller: Caller,
  ...args: CallArgs<Name>
) => CallResult<Name> | Promise<CallResult<Name>>

/** One handler per channel; a missing one does not compile. */
export type Handlers = { [Name in CallName]: Handler<Name> }

/** Why a call was rejected; the message of the error that the page gets. */
export type Refusal = 'UNKNOWN_WINDOW' | 'WRONG_FRAME' | 'WRONG_ORIGIN' | 'BAD_ARGUMENTS' | 'FAILED'

/** The frame is null when it was destroyed meanwhile. */
interface CallEvent {
  sender: Caller
  senderFrame: { origin: string } | null
}

/** The part of Electron's `ipcMain` that the gate uses. */
interface IpcMain {
  handle(
    channel: string,
    listener: (event: CallEvent, ...args: unknown[]) => Promise<unknown>,
  ): void
  removeHandler(channel: string): void
  removeAllListeners(channel: string): unknown
}

export interface GateOptions {
  ipcMain: IpcMain
  /** Whether this page belongs to one of the app's windows. */
  isOurs(page: object): boolean
  warn(message: string): void
}

const isCallName = (name: string): name is CallName => Object.hasOwn(CHANNELS, name)

function areArgs<Name extends CallName>(name: Name, args: unknown): args is CallArgs<Name> {
  return Check(CHANNELS[name].args, args)
}

/**
 * The only entrance from a page into the main process. It accepts a call on a channel of the
 * contract, from the main frame of one of our windows, on `app://tidemark`, with valid arguments.
 * Returns the function that removes the handlers.
 */
export function openGate(options: GateOptions, handlers: Handlers): () => void {
  const { ipcMain, isOurs, warn } = options

  const refusalOf = ({ sender, senderFrame }: CallEvent): Refusal | null => {
    if (!isOurs(sender)) return 'UNKNOWN_WINDOW'
    if (senderFrame === null || senderFrame !== sender.mainFrame) return 'WRONG_FRAME'
    return senderFrame.origin === APP_ORIGIN ? null : 'WRONG_ORIGIN'
  }
  // Page and log get one word only: arguments and errors may contain secrets.
  const refuse = (name: CallName, refusal: Refusal) => {
    warn(`refused ${name}: ${refusal}`)
    return new Error(refusal)
  }
  const register = <Name extends CallName>(name: Name, handle: Handler<Name>) =>
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
  const registerCall = <Name extends CallName>(name: Name) => register(name, handlers[name])

  // electron-store reveals the app's folder to every page by this channel.
  ipcMain.removeAllListeners('electron-store-get-data')
  const names = Object.keys(CHANNELS).filter(isCallName)
  for (const name of names) registerCall(name)
  return () => {
    for (const name of names) ipcMain.removeHandler(name)
  }
}
