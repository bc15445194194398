import { EventEmitter } from 'node:events'
import { request } from 'node:http'

// As much of Electron as the packages of the main process ask for, over Node.
const folder = process.env.TRIAL_FOLDER ?? ''

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  whenReady: async () => {},
  getVersion: () => '1.0.0',
  getName: () => 'tidemark',
  getAppPath: () => folder,
  getPath: () => folder,
})
export const session = { fromPartition: () => ({}) }
export const net = { request }
export const ipcMain = { on() {}, handle() {} }
export const shell = {}
export const autoUpdater = new EventEmitter()

export default { app, session, net, ipcMain, shell, autoUpdater }
