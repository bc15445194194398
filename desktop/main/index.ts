import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  nativeTheme,
  protocol,
  screen,
  session as sessions,
  shell,
} from 'electron'
import ElectronStore from 'electron-store'
import { LINK_SCHEME } from './app/deep-link.ts'
import { watchOpenings } from './app/watch-openings.ts'
import { APP_SCHEME } from './protocol/app-origin.ts'
import { APP_SCHEME_PRIVILEGES } from './protocol/app-scheme.ts'
import { serveBundle } from './protocol/serve-bundle.ts'
import { guardContents } from './security/guard-contents.ts'
import { guardSession } from './security/guard-session.ts'
import { createOpenOutside } from './security/open-outside.ts'
import { createAppSettings } from './settings/create-app-settings.ts'
import { openKeptFile } from './settings/kept-file.ts'
import { createWindows } from './windows/create-windows.ts'
import { webPreferences } from './windows/web-preferences.ts'

const system = process.platform
const here = import.meta.dirname
const now = () => Date.now()

// Both count only before the app is ready, which it is once this file has run: it awaits nothing.
protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES])
app.enableSandbox()

if (app.requestSingleInstanceLock()) run()
else app.quit()

function run() {
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  if (system === 'win32') app.setAppUserModelId('app.tidemark.desktop')
  const openings = watchOpenings({
    app,
    args: process.argv,
    isOpenedAsHidden: () => system === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin,
  })
  // The tray and the stream go on without a window; only quitting ends the app.
  const stayOpen = () => {}
  app.on('window-all-closed', stayOpen)
  const stopGuard = guardContents({
    app,
    openOutside: createOpenOutside({ openExternal: shell.openExternal, now }),
  })
  app.whenReady().then(() => {
    const stops = [...start(openings.begin), openings.stop, stopGuard]
    app.once('will-quit', () => {
      for (const stop of stops) stop()
    })
  })
}

/** Puts the app together once it is ready, and answers what ends its parts. */
function start(begin: (show: (path?: string) => void) => void): (() => void)[] {
  const folder = app.getPath('userData')
  const warn = (message: string) => console.warn(message)
  const open = (name: string) => openKeptFile({ Store: ElectronStore, folder, name, warn })

  protocol.handle(
    APP_SCHEME,
    serveBundle({ folder: join(here, '../renderer'), apiOrigin: __API_URL__ }),
  )
  guardSession({ session: sessions.defaultSession, referer: `${__API_URL__}/` })

  const settings = createAppSettings({
    file: open('settings'),
    systemLocales: () => app.getPreferredSystemLanguages(),
  })
  const windows = createWindows({
    BrowserWindow,
    screen,
    nativeTheme,
    file: open('windows'),
    settings,
    preferences: webPreferences({
      preload: join(here, '../preload/index.cjs'),
      isPackaged: app.isPackaged,
    }),
    system,
    title: () => 'Tidemark',
  })
  app.on('before-quit', windows.leave)
  begin(windows.showMain)
  return [() => protocol.unhandle(APP_SCHEME)]
}
