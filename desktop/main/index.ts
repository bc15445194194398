import { join } from 'node:path'
import * as electron from 'electron'
import Store from 'electron-store'
import { createErrorReporter } from '#desktop/shared/report-error.ts'
import type { ErrorKind } from '#shared/contract/error-reports.ts'
import { pathOfLaunch } from './alerts/notifier.ts'
import type { Activations } from './app/deep-links.ts'
import { applyHardwareAcceleration } from './app/hardware-acceleration.ts'
import { quitInOrder, reportStartFailure } from './app/lifecycle.ts'
import { setUpPages } from './app/pages.ts'
import { startShell } from './app/shell.ts'
import {
  APP_ID,
  acquireSingleInstance,
  registerLinkScheme,
  setDevelopmentProfile,
} from './app/single-instance.ts'
import { versionWithCommit } from './app/version.ts'
import { environment, isWaylandClient } from './environment.ts'
import { createCacheFile } from './files.ts'
import { startIpc } from './ipc/ipc.ts'
import { confirmReload, startCrashReports, watchCrashes } from './log/crashes.ts'
import { createLog } from './log/log.ts'
import { createMarket } from './market/market.ts'
import { createSnapshotStore } from './market/market-snapshot.ts'
import { forwardToDevServer } from './protocol/dev-server.ts'
import { APP_SCHEME_PRIVILEGES, serveBundle } from './protocol/protocol.ts'
import { enableSandbox } from './security/sandbox.ts'
import { createKeychain } from './session/keychain.ts'
import { createMainSession } from './session/session.ts'
import { openJsonFile } from './settings/json-file.ts'
import { applyTheme, createAppSettings } from './settings/settings.ts'
import { startUpdates } from './updates/updater.ts'
import { webPreferences } from './windows/app-window.ts'
import { createMessageBox } from './windows/message-box.ts'
import { startMiniHours } from './windows/mini-hours.ts'
import { createWindows } from './windows/windows.ts'

const { app, BrowserWindow, crashReporter, dialog, ipcMain, net } = electron
const { nativeTheme, powerMonitor, protocol, screen, session: sessions, shell } = electron
const apiOrigin = __API_URL__
const system = process.platform
const { isPackaged } = app
const iconFolder = join(import.meta.dirname, '../../build/icons/tray')
const icon = join(iconFolder, '../png/256x256.png')
const isWayland = isWaylandClient({ ...environment, system, commandLine: app.commandLine })
const now = () => Date.now()
const fetch = (url: string, init?: RequestInit) => net.fetch(url, init)
const openExternal = (address: string) => shell.openExternal(address)

// These calls only work before `ready`, so nothing in this file awaits.
protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES])
const isSandboxed = enableSandbox({ app, system })
setDevelopmentProfile({ app, system })
startCrashReports({ app, crashReporter })
const folder = app.getPath('userData')
applyHardwareAcceleration({ app, folder })

// A watched app starts again at once, and must not find the lock of the one before.
if (__DEV_SERVER__ !== null) process.once('SIGTERM', () => app.exit())

const { argv, env, execPath: executable } = process
const activations = acquireSingleInstance({ app, system, argv, env, executable })
if (activations) {
  app.once('ready', (_event, launchInfo) => {
    try {
      start(activations, pathOfLaunch(launchInfo))
    } catch (error) {
      reportStartFailure({ app, dialog }, error)
    }
  })
} else {
  app.quit()
}

/** Starts all modules and registers their shutdown. `path` is that of a clicked notification. */
function start({ begin, stop: stopActivations }: Activations, path: string | undefined) {
  const log = createLog({ folder: app.getPath('logs'), isPackaged, now })
  log.info(
    `Tidemark ${versionWithCommit(app)} started on ${system}${isWayland ? ' (Wayland)' : ''}`,
  )
  if (!isSandboxed) log.warn('started with --no-sandbox: pages are not sandboxed')
  registerLinkScheme({ app, log })
  const openFile = (name: string) => openJsonFile({ Store, folder, name, warn: log.warn })
  const settings = createAppSettings({
    file: openFile('settings'),
    systemLocales: () => app.getPreferredSystemLanguages(),
  })
  const { locale } = settings
  const showMessageBox = createMessageBox({ dialog, BrowserWindow, windows: () => windows })
  const confirm = () => confirmReload({ showMessageBox, locale })
  const version = app.getVersion()
  const reportError = createErrorReporter({
    fetch,
    apiOrigin,
    platform: 'desktop',
    version,
    locale,
    scriptOrigin: null,
  })
  const reportUnlessOff = (kind: ErrorKind, error: Error) => {
    if (settings.store.getState().hasErrorReports) reportError({ kind, error, route: '/' })
  }
  const stopCrashes = watchCrashes({ process, app, log, confirm, now, report: reportUnlessOff })
  const stopPages = setUpPages({
    electron,
    session: sessions.defaultSession,
    serve:
      __DEV_SERVER__ === null || isPackaged
        ? serveBundle({ folder: join(import.meta.dirname, '../renderer'), apiOrigin })
        : forwardToDevServer({ devServer: __DEV_SERVER__, apiOrigin, fetch }),
    apiOrigin,
    system,
    locale,
    now,
    openPath: (path) => windows.showMain(path),
    onStay: (page) => {
      windows.stay(page)
      updates.cancelInstall()
    },
  })

  const loadKeychain = () => import('@napi-rs/keyring')
  const session = createMainSession({
    apiOrigin,
    fetch,
    keychain: createKeychain({ load: loadKeychain, service: APP_ID, origin: apiOrigin }),
    openExternal,
    log,
  })
  const snapshotFile = createCacheFile(join(folder, 'last-known.json'))
  const marketSnapshot = createSnapshotStore({ file: snapshotFile, apiOrigin })
  const market = createMarket({
    apiOrigin,
    WebSocket: net.WebSocket,
    fetch,
    marketSnapshot,
    now,
    random: Math.random,
  })
  const preload = join(import.meta.dirname, '../preload/index.cjs')
  const preferences = webPreferences({ preload, isPackaged })
  const miniHours = startMiniHours({ settings, now })
  const windows = createWindows({
    BrowserWindow,
    screen,
    nativeTheme,
    file: openFile('windows'),
    settings,
    isMiniShown: miniHours.isShown.getState,
    preferences,
    system,
    isWayland,
    // Elsewhere the executable carries the icon; an AppImage has no desktop entry that names one.
    icon: system === 'linux' ? icon : undefined,
  })
  const updates = startUpdates({
    load: async () => (await import('electron-updater')).default.autoUpdater,
    isPackaged,
    installsAtQuit: system !== 'linux' || environment.appImage !== undefined,
    system,
    nativeUpdater: electron.autoUpdater,
    app,
    env,
    log,
    onReady: (version) => windows.send('update:ready', version),
  })
  const stopIpc = startIpc({
    settings,
    session,
    market,
    windows,
    updates,
    ipcMain,
    warn: log.warn,
    apiOrigin,
    version,
    system,
    isWayland,
  })
  // Their processes start while the rest does.
  const stopTheme = applyTheme(nativeTheme, settings)
  begin(windows.showMain, path)
  // After a hidden start at login, which shows no main window.
  windows.restoreMini()
  const stopShell = startShell({
    settings,
    session,
    market,
    windows,
    miniHours,
    updates,
    electron,
    system,
    isWayland,
    iconFolder,
    preferences,
    icon,
    apiOrigin,
    log,
    showMessageBox,
    openFile,
    now,
  })
  app.on('before-quit', windows.leave)
  const stopAll = async () => {
    const stops = [stopActivations, stopShell, stopTheme, stopIpc, updates.stop, market.stop]
    for (const stop of [...stops, windows.stop]) stop()
    await session.stop()
    stopPages()
    stopCrashes()
  }
  quitInOrder({ app, powerMonitor, stop: stopAll, endQuit: updates.endQuit })

  market.start()
  session.restore()

  const folderOfReport = environment.smokeTest
  if (folderOfReport === undefined) return
  const report = {
    app,
    BrowserWindow,
    loadKeychain,
    isSandboxed,
    isWayland,
    folder: folderOfReport,
  }
  import('./smoke/smoke-test.ts')
    .then(({ runSmokeTest }) => runSmokeTest(report))
    .then(() => app.quit())
    .catch((error) => {
      console.error(error)
      app.exit(1)
    })
}
