import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import type {
  CallArgs,
  CallName,
  CallReplies,
  DesktopEvents,
  EventName,
} from '#desktop/bridge/calls.ts'

const call =
  <Name extends CallName>(name: Name) =>
  (...args: CallArgs<Name>): Promise<CallReplies[Name]> =>
    ipcRenderer.invoke(name, ...args)

/** The event itself stays here: it holds the sender, which is the way to every channel. */
const on =
  <Name extends EventName>(name: Name) =>
  (listener: (news: DesktopEvents[Name]) => void) => {
    const hear = (_event: IpcRendererEvent, news: DesktopEvents[Name]) => listener(news)
    ipcRenderer.on(name, hear)
    return () => {
      ipcRenderer.removeListener(name, hear)
    }
  }

const bridge: DesktopBridge = {
  start: call('app:start'),
  signIn: call('session:sign-in'),
  cancelSignIn: call('session:cancel'),
  renewSession: call('session:renew'),
  adoptAccess: call('session:adopt'),
  endSession: call('session:end'),
  joinStream: call('stream:join'),
  wakeStream: call('stream:wake'),
  writeSettings: call('settings:write'),
  openMainWindow: call('window:open'),
  installUpdate: call('update:install'),
  onSession: on('session:changed'),
  onStream: on('stream:message'),
  onSettings: on('settings:changed'),
  onGo: on('window:go'),
  onUpdate: on('update:ready'),
}

contextBridge.exposeInMainWorld('tidemark', bridge)
