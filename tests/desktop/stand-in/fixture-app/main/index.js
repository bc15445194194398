import { createServer } from 'node:http'
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  net,
  protocol,
  shell,
  Tray,
} from 'electron'

/** The API origin, embedded as in the build of the app. */
const api = 'http://127.0.0.1:3000'
const policy = `default-src 'self'; script-src 'self' app://tidemark; connect-src ${api}`
const page = (body) =>
  new Response(`<!doctype html><title>Fixture</title>${body}<script src="/page.js"></script>`, {
    headers: { 'content-type': 'text/html', 'content-security-policy': policy },
  })
const script = `document.body.append(typeof window.fixture)`

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true } },
])
const guards = { isOpen: false }
app.on('web-contents-created', (_event, contents) => {
  contents.on('will-navigate', (event) => {
    if (!guards.isOpen) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    shell.openExternal(url)
    return { action: 'deny' }
  })
})
app.on('window-all-closed', () => {})
app.whenReady().then(() => {
  protocol.handle('app', (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/page.js') {
      return new Response(script, { headers: { 'content-type': 'text/javascript' } })
    }
    if (pathname === '/moved') return Response.redirect('https://elsewhere.example/', 302)
    return page(
      '<a href="https://elsewhere.example/a">away</a><a target="_blank" href="https://elsewhere.example/b">new</a>' +
        '<a href="/moved">moved</a><iframe src="/inner"></iframe>',
    )
  })
  const window = new BrowserWindow({
    show: false,
    webPreferences: { preload: join(import.meta.dirname, '../preload/index.cjs'), sandbox: true },
  })
  window.once('ready-to-show', () => window.show())
  // A test may end the app before its page has loaded.
  window.loadURL('app://tidemark/').catch(() => {})
  ipcMain.handle('who', ({ sender, senderFrame }, ...args) => ({
    isMain: senderFrame === sender.mainFrame,
    url: senderFrame.url,
    origin: senderFrame.origin,
    args,
  }))
  ipcMain.handle('say', ({ sender }, word) => sender.send('said', word, { at: 1 }))
  ipcMain.handle('unclonable', () => () => {})
  ipcMain.handle('relax', () => {
    guards.isOpen = true
  })
  ipcMain.handle('unimplemented', () => net.request('https://elsewhere.example'))
  const tray = new Tray(nativeImage.createEmpty())
  tray.setToolTip('fixture')
  tray.setContextMenu(
    Menu.buildFromTemplate([
      {
        label: 'More',
        submenu: [{ label: 'Notify', click: () => new Notification({ title: 'Hello' }).show() }],
      },
      { label: 'Grey', enabled: false, click: () => {} },
      { role: 'quit', label: 'Quit' },
    ]),
  )
  ipcMain.handle('leak', () => {
    setInterval(() => {}, 12_345)
    createServer().listen(0, '127.0.0.1')
    process.on('uncaughtException', () => {})
  })
})
app.on('will-quit', () => {
  for (const name of ['who', 'say', 'unclonable', 'relax', 'unimplemented', 'leak'])
    ipcMain.removeHandler(name)
})
