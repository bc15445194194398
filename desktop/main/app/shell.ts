import { join } from 'node:path'
import type { NativeImage, Menu as NativeMenu, WebPreferences } from 'electron'
import { createStore } from 'zustand/vanilla'
import { createAccountAlerts } from '#desktop/main/alerts/account-alerts.ts'
import { createAlertSounds } from '#desktop/main/alerts/alert-sounds.ts'
import { startAlerts } from '#desktop/main/alerts/alerts.ts'
import { createNotifier } from '#desktop/main/alerts/notifier.ts'
import { environment, systemZone } from '#desktop/main/environment.ts'
import type { Log } from '#desktop/main/log/log.ts'
import { createLoginItem } from '#desktop/main/login-item/login-item.ts'
import type { Market } from '#desktop/main/market/market.ts'
import { setAboutPanel } from '#desktop/main/menu/about.ts'
import { createAppMenu } from '#desktop/main/menu/app-menu.ts'
import { setQuickActions } from '#desktop/main/menu/quick-actions.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { JsonFile } from '#desktop/main/settings/json-file.ts'
import { type AppSettings, onSettingChange } from '#desktop/main/settings/settings.ts'
import { readDoNotDisturb } from '#desktop/main/system/do-not-disturb.ts'
import { iconPanel } from '#desktop/main/tray/digit-icon.ts'
import { createTray } from '#desktop/main/tray/tray.ts'
import { isTrayVisible } from '#desktop/main/tray/tray-host.ts'
import type { OwnVotesState } from '#desktop/main/tray/vote-lines.ts'
import { showUpdateCheck } from '#desktop/main/updates/update-dialog.ts'
import type { Updates } from '#desktop/main/updates/updater.ts'
import type { ShowMessageBox } from '#desktop/main/windows/message-box.ts'
import type { MiniHours } from '#desktop/main/windows/mini-hours.ts'
import type { AppWindows } from '#desktop/main/windows/windows.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { startDockIcon } from './dock-icon.ts'
import { startGlobalShortcuts } from './global-shortcut.ts'
import { watchGpu } from './hardware-acceleration.ts'
import { onWake } from './lifecycle.ts'
import { startVoteBadge } from './vote-badge.ts'
import { avoidHiddenApp } from './without-tray.ts'

type Used =
  | 'app'
  | 'BrowserWindow'
  | 'clipboard'
  | 'globalShortcut'
  | 'Menu'
  | 'nativeImage'
  | 'nativeTheme'
  | 'Notification'
  | 'powerMonitor'
  | 'screen'
  | 'shell'
  | 'Tray'

interface ShellOptions {
  electron: Pick<typeof import('electron'), Used>
  /** `darwin`, `win32` or `linux`. */
  system: string
  isWayland: boolean
  /** Folder of the tray pictures, build/icons/tray. */
  iconFolder: string
  /** Preferences of every window. */
  preferences: WebPreferences
  /** Path of the app's icon as a PNG. */
  icon: string
  apiOrigin: string
  settings: AppSettings
  session: MainSession
  market: Market
  windows: AppWindows
  miniHours: MiniHours
  updates: Updates
  log: Log
  showMessageBox: ShowMessageBox
  /** Opens a file of the app's data folder by its name without `.json`. */
  openFile(name: string): JsonFile
  now: () => number
}

/**
 * Starts tray, alerts, menu, login item and wake handling. Returns the function that stops them.
 */
export function startShell(options: ShellOptions): () => void {
  const { electron, system, isWayland, iconFolder, settings, session, market, windows } = options
  const { miniHours, updates, log, now, showMessageBox, openFile } = options
  const { app, clipboard, globalShortcut, Menu, nativeImage, Notification, Tray } = electron

  const toggleMute = () => settings.write({ isMuted: !settings.store.getState().isMuted })
  const ownVotes = createStore<OwnVotesState | null>(() => null)
  const sounds = createAlertSounds({
    BrowserWindow: electron.BrowserWindow,
    preferences: options.preferences,
    app,
    settings,
    system,
    doNotDisturb: () => readDoNotDisturb({ system, ...environment }),
    now,
  })
  const notifier = createNotifier({
    Notification,
    show: windows.showMain,
    hasFocus: windows.hasFocus,
    sounds,
    log,
    file: openFile('notifications'),
    system,
    locale: settings.locale,
    now,
  })
  const tray = createTray<NativeMenu, NativeImage>({
    Tray,
    Menu,
    nativeImage,
    panel: () => {
      const { scaleFactor } = electron.screen.getPrimaryDisplay()
      const isDark = electron.nativeTheme.shouldUseDarkColorsForSystemIntegratedUI
      return iconPanel(system, environment.desktop, scaleFactor, isDark)
    },
    iconFolder,
    system,
    market,
    settings,
    session,
    ownVotes,
    isMiniShown: miniHours.isShown,
    now,
    actions: {
      open: windows.showMain,
      vote: windows.showVote,
      toggleMini: miniHours.toggle,
      showChart: () => windows.showPanel('chart'),
      toggleMute,
      quit: () => app.quit(),
    },
  })
  const stopAlerts = startAlerts({
    market,
    session,
    settings,
    notify: notifier.notify,
    accountAlerts: createAccountAlerts({ session, now: market.now, zone: systemZone }),
    onOwnVotes: (userId, votes) => ownVotes.setState({ userId, votes }, true),
    file: openFile('alerts'),
    now,
  })
  const stopMenu = createAppMenu({
    Menu,
    system,
    isWayland,
    isPackaged: app.isPackaged,
    settings,
    isMiniShown: miniHours.isShown,
    actions: {
      open: windows.showMain,
      showPanel: windows.showPanel,
      goBack: windows.goBack,
      goForward: windows.goForward,
      print: windows.print,
      find: windows.find,
      showLog: () => electron.shell.showItemInFolder(join(app.getPath('logs'), 'main.log')),
      copyDiagnostics: async () => {
        const { copyDiagnostics } = await import('#desktop/main/log/diagnostics.ts')
        copyDiagnostics({ app, clipboard, system, isWayland, market, settings })
      },
      write: settings.write,
      toggleMini: miniHours.toggle,
      checkForUpdates: () => {
        const openWebsite = () =>
          void electron.shell.openExternal(options.apiOrigin).catch(() => {})
        return showUpdateCheck({ updates, showMessageBox, locale: settings.locale(), openWebsite })
      },
    },
  })
  const loginItem = createLoginItem({
    app,
    system,
    configFolder: app.getPath('appData'),
    executable: process.execPath,
    appImage: environment.appImage,
    log,
  })
  loginItem.refresh()
  const readLoginItem = () => {
    const startAtLogin = loginItem.isOn()
    if (startAtLogin !== null) settings.write({ startAtLogin })
  }
  app.on('browser-window-focus', readLoginItem)

  const watchSession = () => {
    market.watchPrices(session.user() !== null)
    market.watchAlerts(session.view.getState().accessToken)
  }
  watchSession()

  const stops = [
    session.view.subscribe(watchSession),
    onSettingChange(settings, 'startAtLogin', loginItem.set),
    miniHours.isShown.subscribe(windows.setMini),
    miniHours.stop,
    onWake(electron.powerMonitor, () => {
      miniHours.update()
      market.wake()
      session.wake(true)
    }),
    startGlobalShortcuts({
      globalShortcut,
      settings,
      isWayland,
      log,
      tasks: {
        globalShortcut: windows.toggleMain,
        tickerShortcut: miniHours.toggle,
        voteShortcut: () => windows.showMain(PATHS.voteWrite),
        muteShortcut: toggleMute,
      },
    }),
    startDockIcon({ dock: app.dock, settings }),
    startVoteBadge({ app, nativeImage, windows, system, iconFolder, market, session, settings }),
    setQuickActions({
      app,
      Menu,
      settings,
      system,
      executable: process.execPath,
      open: windows.showMain,
    }),
    avoidHiddenApp({
      app,
      isTrayVisible: () =>
        isTrayVisible({ system, isWayland, desktop: environment.desktop, pid: process.pid }),
      windows,
      isTickerWanted: () => settings.store.getState().isMiniOpen,
      log,
    }),
    watchGpu({ app, settings, log, notify: notifier.notify, now }),
    stopMenu,
    setAboutPanel({ app, settings, website: options.apiOrigin, iconPath: options.icon }),
    () => app.off('browser-window-focus', readLoginItem),
    stopAlerts,
    notifier.stop,
    sounds.dispose,
    tray.destroy,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
