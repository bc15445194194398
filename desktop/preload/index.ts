import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import type {
  CallArgs,
  CallName,
  CallResult,
  DesktopEvents,
  EventName,
} from '#desktop/bridge/contract.ts'

const call =
  <Name extends CallName>(name: Name) =>
  (...args: CallArgs<Name>): Promise<CallResult<Name>> =>
    ipcRenderer.invoke(name, ...args)

/** The event object is not passed on: its sender gives access to every channel. */
const on =
  <Name extends EventName>(name: Name) =>
  (listener: (payload: DesktopEvents[Name]) => void) => {
    const receive = (_event: IpcRendererEvent, payload: DesktopEvents[Name]) => listener(payload)
    ipcRenderer.on(name, receive)
    return () => {
      ipcRenderer.removeListener(name, receive)
    }
  }

const bridge: DesktopBridge = {
  start: call('app:start'),
  signIn: call('session:sign-in'),
  linkIdentity: call('session:link'),
  cancelSignIn: call('session:cancel'),
  renewSession: call('session:renew'),
  adoptAccess: call('session:adopt'),
  endSession: call('session:end'),
  joinStream: call('stream:join'),
  wakeStream: call('stream:wake'),
  watchVotes: call('stream:votes'),
  writeSettings: call('settings:write'),
  openMainWindow: call('window:open'),
  openChartWindow: call('window:chart'),
  installUpdate: call('update:install'),
  onSession: on('session:changed'),
  onStream: on('stream:update'),
  onSettings: on('settings:changed'),
  onGo: on('window:go'),
  onFind: on('window:find'),
  onUpdate: on('update:ready'),
}

contextBridge.exposeInMainWorld('tidemark', bridge)
