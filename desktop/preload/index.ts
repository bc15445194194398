import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { DesktopBridge } from '#desktop/bridge/contract.ts'

const bridge: DesktopBridge = {
  // The main process refuses names and arguments that are not in the contract.
  call: (name, ...args) => ipcRenderer.invoke(name, ...args),
  on(name, listener) {
    // The event object is not passed on: its sender gives access to every channel.
    const receive = (_event: IpcRendererEvent, payload: Parameters<typeof listener>[0]) =>
      listener(payload)
    ipcRenderer.on(name, receive)
    return () => {
      ipcRenderer.removeListener(name, receive)
    }
  },
}

contextBridge.exposeInMainWorld('tidemark', bridge)
