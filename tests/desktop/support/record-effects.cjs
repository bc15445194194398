// Loaded into Electron with `-r`, before the app: records what the app asks of the system, because
// Electron cannot be queried later.
/** @type {typeof import('electron')} */
const { app, Notification, shell, Tray } = module.require('electron')

const isLinux = process.platform === 'linux'
/** @type {Electron.Tray | null} */
let tray = null
/** @type {Electron.Menu | null} */
let menu = null

/** The tray's menu; elsewhere than on Linux the app builds it when the user opens it. */
function currentMenu() {
  if (!isLinux) tray?.emit('right-click')
  return menu
}

const record = {
  /** @type {string[]} */
  opened: [],
  /** @type {{ title: string, body: string }[]} */
  shown: [],
  /** @type {(() => void) | null} */
  click: null,
  trayLabels: () =>
    (currentMenu()?.items ?? []).filter(({ visible }) => visible).map(({ label }) => label),
  /** @param {string} label */
  chooseInTray: (label) => {
    currentMenu()
      ?.items.find((item) => item.label === label)
      ?.click()
  },
  /**
   * A link as the system hands it over: macOS to the running app, others to a second process.
   * @param {string} link
   */
  openLink: (link) => {
    if (process.platform === 'darwin') app.emit('open-url', { preventDefault() {} }, link)
    else app.emit('second-instance', {}, [process.execPath, link], '', null)
  },
}
Object.assign(globalThis, { tidemarkRecord: record })

/** @param {string} url */
shell.openExternal = async (url) => {
  record.opened.push(url)
}

Notification.prototype.show = function show() {
  record.shown.push({ title: this.title, body: this.body })
  record.click = () => this.emit('click')
}

const { setContextMenu, setToolTip } = Tray.prototype
// Called when the icon appears, on every system.
Tray.prototype.setToolTip = function remember(text) {
  tray = this
  setToolTip.call(this, text)
}
Tray.prototype.setContextMenu = function remember(next) {
  menu = next
  setContextMenu.call(this, next)
}
// A native menu would block until somebody closes it.
Tray.prototype.popUpContextMenu = (next) => {
  menu = next ?? null
}
