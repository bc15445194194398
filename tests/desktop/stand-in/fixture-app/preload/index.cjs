const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('fixture', {
  ask: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  hear(listener) {
    const hear = (_event, ...args) => listener(...args)
    ipcRenderer.on('said', hear)
    return () => {
      ipcRenderer.removeListener('said', hear)
    }
  },
  words: { inside: ['a'] },
  canRequire: (name) => {
    try {
      require(name)
      return true
    } catch {
      return false
    }
  },
})
