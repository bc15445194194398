import type { CallArgs, CallName, CallResult, DesktopEvents, EventName } from './contract.ts'

type Call<Name extends CallName> = (...args: CallArgs<Name>) => Promise<CallResult<Name>>
/** Subscribes to an event; returns the function that unsubscribes. */
type On<Name extends EventName> = (listener: (event: DesktopEvents[Name]) => void) => () => void

/** The API that the preload exposes to a window of the desktop app as `window.tidemark`. */
export interface DesktopBridge {
  start: Call<'app:start'>
  signIn: Call<'session:sign-in'>
  linkIdentity: Call<'session:link'>
  cancelSignIn: Call<'session:cancel'>
  renewSession: Call<'session:renew'>
  adoptAccess: Call<'session:adopt'>
  endSession: Call<'session:end'>
  joinStream: Call<'stream:join'>
  wakeStream: Call<'stream:wake'>
  watchVotes: Call<'stream:votes'>
  writeSettings: Call<'settings:write'>
  openMainWindow: Call<'window:open'>
  openChartWindow: Call<'window:chart'>
  installUpdate: Call<'update:install'>
  onSession: On<'session:changed'>
  onStream: On<'stream:update'>
  onSettings: On<'settings:changed'>
  onGo: On<'window:go'>
  onFind: On<'window:find'>
  onUpdate: On<'update:ready'>
}

declare global {
  interface Window {
    /** Present only in a window of the desktop app. */
    tidemark?: DesktopBridge
  }
}
