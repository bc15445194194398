/** Where Electron has a member, and how the app does without it elsewhere. */
type Decision = readonly [restriction: string, decision: string]

const OTHER_OBJECT = 'a field of other objects; the app does not set this one'

/** Every member with a restriction whose name the app uses. */
export const DECISIONS: Readonly<Record<string, Decision>> = {
  acceleratorWorksWhenHidden: [
    'MenuItemConstructorOptions (darwin)',
    'elsewhere hidden items keep their shortcuts by default',
  ],
  activate: ['App (darwin)', 'the Dock icon exists only there'],
  alwaysOnTop: [
    'BaseWindowConstructorOptions (not on Wayland)',
    'not set there; the settings say that other windows can cover the ticker',
  ],
  'app-command': ['BrowserWindow (win32,linux)', 'macOS sends mouse buttons to the page'],
  args: ['LoginItemSettingsOptions (win32); Settings (win32)', 'set on Windows only'],
  autoHideMenuBar: [
    'BaseWindowConstructorOptions (linux,win32)',
    'macOS has its menu outside the window',
  ],
  closeButtonText: [
    'NotificationConstructorOptions (darwin)',
    'set on macOS only: elsewhere a close is reported without it',
  ],
  dock: ['App (darwin)', 'undefined elsewhere, and asked for'],
  enabled: ['Settings (win32)', OTHER_OBJECT],
  failed: ['Notification (darwin,win32)', 'Linux reports no failure; the log then has none'],
  focus: [
    'App (not on Wayland); BrowserWindow (not on Wayland); Tray (win32)',
    'the compositor decides; showing the window is all an app can ask for',
  ],
  getBounds: [
    'BrowserWindow (not on Wayland); Tray (darwin,win32)',
    'the ticker is kept on the screen where windows have a position; the tray is not asked',
  ],
  getHistory: ['Notification (darwin)', 'called on macOS only'],
  getLoginItemSettings: ['App (darwin,win32)', 'Linux: an autostart file'],
  handleActivation: ['Notification (win32)', 'called on Windows only'],
  hide: ['App (darwin); Dock (darwin)', 'a role of the menu on macOS only'],
  iconPath: ['AboutPanelOptionsOptions (linux,win32)', 'macOS shows the icon of the bundle'],
  id: [
    'Notification (darwin,win32); NotificationConstructorOptions (darwin,win32)',
    'Linux forgets notifications of an earlier run',
  ],
  isVisible: ['Dock (darwin)', 'asked of windows, which works everywhere'],
  maximizable: ['BaseWindowConstructorOptions (darwin,win32)', 'the ticker has no frame anyway'],
  minimizable: ['BaseWindowConstructorOptions (darwin,win32)', 'the ticker has no frame anyway'],
  minimize: ['BrowserWindow (not on Wayland)', 'the event is not used, only the role of the menu'],
  moved: ['BrowserWindow (darwin,win32)', 'window managers of Linux snap windows themselves'],
  name: ['Settings (win32)', OTHER_OBJECT],
  opacity: ['BaseWindowConstructorOptions (darwin,win32)', 'the ticker is opaque on Linux'],
  'open-url': ['App (darwin)', 'elsewhere links arrive as arguments'],
  path: ['LoginItemSettingsOptions (win32); Settings (win32)', 'set on Windows only'],
  popUpContextMenu: ['Tray (darwin,win32)', 'Linux gets its menu by setContextMenu'],
  reply: ['Notification (darwin,win32)', 'a kind of alert here; notifications take no replies'],
  'right-click': ['Tray (darwin,win32)', 'Linux gets its menu by setContextMenu'],
  setAlwaysOnTop: ['BrowserWindow (not on Wayland)', 'not called there, like alwaysOnTop'],
  setAppUserModelId: ['App (win32)', 'called on Windows only'],
  setBadge: ['Dock (darwin)', 'called where there is a Dock'],
  setBadgeCount: ['App (linux,darwin)', 'Windows has a mark on the taskbar button instead'],
  setBounds: ['BrowserWindow (not on Wayland)', 'not called there, like getBounds'],
  setIgnoreDoubleClickEvents: ['Tray (darwin)', 'called on macOS only'],
  setIgnoreMouseEvents: [
    'BrowserWindow (not on Wayland)',
    'the note says that it works there, with the next frame',
  ],
  setLoginItemSettings: ['App (darwin,win32)', 'Linux: an autostart file'],
  setMenu: ['BrowserWindow (linux,win32); Dock (darwin)', 'called where there is a Dock'],
  setOverlayIcon: ['BrowserWindow (win32)', 'called on Windows only'],
  setSize: ['BrowserWindow (not on Wayland)', 'a new size applies when the ticker opens again'],
  setTitle: ['Tray (darwin)', 'elsewhere tooltip and menu have the price, and digits in the icon'],
  setToastActivatorCLSID: ['App (win32)', 'called on Windows only'],
  setUserTasks: ['App (win32)', 'called on Windows only'],
  setVisibleOnAllWorkspaces: ['BrowserWindow (darwin,linux)', 'called on macOS only'],
  shouldUseDarkColorsForSystemIntegratedUI: [
    'NativeTheme (darwin,win32)',
    'asked on Windows only; Linux does not tell the color of the panel',
  ],
  show: ['App (darwin); Dock (darwin)', 'the app shows windows, which works everywhere'],
  showInactive: [
    'BrowserWindow (not on Wayland)',
    'the ticker takes the focus there, and hands it back to the main window',
  ],
  shutdown: [
    'PowerMonitor (linux,darwin)',
    'Windows ends the process; settings are written at each change',
  ],
  skipTaskbar: ['BaseWindowConstructorOptions (darwin,win32)', 'Linux lists the ticker'],
  skipTransformProcessType: ['VisibleOnAllWorkspacesOptions (darwin)', 'set on macOS only'],
  sound: [
    'NotificationConstructorOptions (darwin)',
    'elsewhere the app plays it, if do-not-disturb is known to be off',
  ],
  status: ['LoginItemSettings (darwin)', OTHER_OBJECT],
  timeoutType: [
    'NotificationConstructorOptions (linux,win32)',
    'set on Linux only, while a sound is repeated: on Windows it makes a reminder, which passes do-not-disturb',
  ],
  toastXml: [
    'NotificationConstructorOptions (win32)',
    'set on Windows only; elsewhere the id of a notification tells where its click leads',
  ],
  type: ['LoginItemSettingsOptions (darwin); Settings (darwin)', OTHER_OBJECT],
  'unlock-screen': ['PowerMonitor (darwin,win32)', 'Linux wakes by resume only'],
  version: ['AboutPanelOptionsOptions (darwin)', OTHER_OBJECT],
  visibleOnFullScreen: ['VisibleOnAllWorkspacesOptions (darwin)', 'set on macOS only'],
  website: ['AboutPanelOptionsOptions (linux)', 'elsewhere the panel has no address'],
}
