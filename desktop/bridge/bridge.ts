import type { CallArgs, CallName, CallReplies, DesktopEvents, EventName } from './calls.ts'

type Call<Name extends CallName> = (...args: CallArgs<Name>) => Promise<CallReplies[Name]>
/** Calls `listener` at each event until the returned function is called. */
type On<Name extends EventName> = (listener: (news: DesktopEvents[Name]) => void) => () => void

/** What the preload puts into a window of the desktop app, as `window.tidemark`. */
export interface DesktopBridge {
  start: Call<'app:start'>
  signIn: Call<'session:sign-in'>
  cancelSignIn: Call<'session:cancel'>
  renewSession: Call<'session:renew'>
  adoptAccess: Call<'session:adopt'>
  endSession: Call<'session:end'>
  joinStream: Call<'stream:join'>
  wakeStream: Call<'stream:wake'>
  writeSettings: Call<'settings:write'>
  openMainWindow: Call<'window:open'>
  installUpdate: Call<'update:install'>
  onSession: On<'session:changed'>
  onStream: On<'stream:message'>
  onSettings: On<'settings:changed'>
  onGo: On<'window:go'>
  onUpdate: On<'update:ready'>
}

declare global {
  interface Window {
    /** Set by the preload, and only in a window of the desktop app. */
    tidemark?: DesktopBridge
  }
}
