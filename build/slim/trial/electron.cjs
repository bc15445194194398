const { EventEmitter } = process.getBuiltinModule('node:events')
const { request } = process.getBuiltinModule('node:http')

// As much of Electron as the packages of the main process ask for, over Node.
const folder = process.env.TRIAL_FOLDER ?? ''

module.exports = {
  app: Object.assign(new EventEmitter(), {
    isPackaged: true,
    whenReady: async () => {},
    getVersion: () => '1.0.0',
    getName: () => 'tidemark',
    getAppPath: () => folder,
    getPath: () => folder,
  }),
  session: { fromPartition: () => ({}) },
  net: { request },
  ipcMain: { on() {}, handle() {} },
  shell: {},
  autoUpdater: new EventEmitter(),
}
