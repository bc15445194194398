import { join } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright'
import { eventually } from '#tests/support/eventually.ts'
import type { DesktopApp, DesktopStart, Shown } from './desktop-app.ts'

/** Recorded inside the app, because Electron cannot be queried later. */
interface Record {
  opened: string[]
  shown: Shown[]
  click: (() => void) | null
  trayLabels(): string[]
  chooseInTray(label: string): void
}

declare global {
  /** Runs in the main process of the app under test. */
  var tidemarkRecord: Record
}

/** Starts real Electron on a copied app in `folder`. */
export async function startElectron(
  executablePath: string,
  folder: string,
  { profile, args = [], locale = 'en-US' }: DesktopStart,
): Promise<DesktopApp> {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const app = await _electron.launch({
    executablePath,
    args: [
      ...root,
      `--user-data-dir=${profile}`,
      `--lang=${locale}`,
      join(folder, 'main', 'index.js'),
      ...args,
    ],
    env: { ...process.env, LANGUAGE: locale.replace('-', '_') },
  })
  await watch(app)
  return {
    page: async () => app.windows()[0] ?? (await app.firstWindow()),
    windows: async () => app.windows().length,
    opened: () => app.evaluate(() => globalThis.tidemarkRecord.opened),
    trayLines: () => app.evaluate(() => globalThis.tidemarkRecord.trayLabels()),
    chooseInTray: (label) =>
      app.evaluate((_electron, label) => globalThis.tidemarkRecord.chooseInTray(label), label),
    notifications: () => app.evaluate(() => globalThis.tidemarkRecord.shown),
    clickNotification: () => app.evaluate(() => globalThis.tidemarkRecord.click?.()),
    openLink: (link) =>
      app.evaluate(
        ({ app }, link) => void app.emit('second-instance', {}, ['', link], '', null),
        link,
      ),
    async quit() {
      const { pid } = app.process()
      await app.evaluate(({ app }) => app.quit()).catch(() => {})
      await eventually(() => app.process().exitCode !== null, { what: `process ${pid} has ended` })
      return []
    },
  }
}

/** Records external effects by patching Electron's classes. */
function watch(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ shell, Notification, Tray }) => {
    const opened: string[] = []
    const shown: Shown[] = []
    let menu: Electron.Menu | null = null
    shell.openExternal = async (url) => {
      opened.push(url)
    }
    globalThis.tidemarkRecord = {
      opened,
      shown,
      click: null,
      trayLabels: () =>
        (menu?.items ?? []).filter(({ visible }) => visible).map(({ label }) => label),
      chooseInTray: (label) => menu?.items.find((item) => item.label === label)?.click(),
    }
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push({ title: this.title, body: this.body })
      globalThis.tidemarkRecord.click = () => this.emit('click')
    }
    const { setContextMenu } = Tray.prototype
    Tray.prototype.setContextMenu = function set(this: Electron.Tray, next) {
      menu = next
      setContextMenu.call(this, next)
    }
  })
}
