import type { Menu, MenuItemConstructorOptions } from 'electron'
import type { StoreApi } from 'zustand/vanilla'
import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import type { PanelName } from '#desktop/bridge/shapes.ts'
import { type AppSettings, onSettingChange } from '#desktop/main/settings/settings.ts'
import { type MenuTranslate, menuTexts } from '#shared/i18n/desktop/menu.ts'
import { translator } from '#shared/i18n/text.ts'

export type Items = MenuItemConstructorOptions[]

const line: MenuItemConstructorOptions = { type: 'separator' }

/** Edit menu. */
export const editItems = (t: MenuTranslate): Items => [
  { role: 'undo', label: t('menu.undo') },
  { role: 'redo', label: t('menu.redo') },
  line,
  { role: 'cut', label: t('menu.cut') },
  { role: 'copy', label: t('menu.copy') },
  { role: 'paste', label: t('menu.paste') },
  { role: 'pasteAndMatchStyle', label: t('menu.pastePlain') },
  { role: 'selectAll', label: t('menu.selectAll') },
]

/** Finds a text on the page of the main window. */
const findItem = (t: MenuTranslate, actions: MenuActions): MenuItemConstructorOptions => ({
  label: t('menu.find'),
  accelerator: 'CommandOrControl+F',
  click: () => actions.find(),
})

/** View menu; a development build also has developer tools. */
export const viewItems = (t: MenuTranslate, isPackaged: boolean): Items => [
  { role: 'reload', label: t('menu.reload') },
  ...(isPackaged ? [] : ([{ role: 'toggleDevTools', label: t('menu.tools') }] satisfies Items)),
  line,
  { role: 'resetZoom', label: t('menu.actualSize') },
  { role: 'zoomIn', label: t('menu.zoomIn'), accelerator: 'CommandOrControl+Plus' },
  // Zoom in without Shift, as in browsers.
  {
    role: 'zoomIn',
    label: t('menu.zoomIn'),
    accelerator: 'CommandOrControl+=',
    visible: false,
    acceleratorWorksWhenHidden: true,
  },
  { role: 'zoomOut', label: t('menu.zoomOut') },
  line,
  { role: 'togglefullscreen', label: t('menu.fullScreen') },
]

/** Window menu of macOS. */
export const windowItems = (t: MenuTranslate, label: string): MenuItemConstructorOptions => ({
  role: 'window',
  label,
  submenu: [
    { role: 'minimize', label: t('menu.minimise') },
    { role: 'zoom', label: t('menu.zoom') },
    line,
    { role: 'front', label: t('menu.front') },
  ],
})

export interface MenuActions {
  /** Shows the main window at a path. */
  open(path: string): void
  /** Shows a panel in a window of its own. */
  showPanel(panel: PanelName): void
  goBack(): void
  goForward(): void
  print(): void
  find(): void
  showLog(): void
  copyDiagnostics(): void
  write(part: Partial<DesktopSettings>): void
  toggleMini(): void
  checkForUpdates(): void
}

export interface MenuOptions {
  t: MenuTranslate
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** The compositor decides about the order of windows. */
  isWayland: boolean
  isPackaged: boolean
  settings: Pick<DesktopSettings, 'isMainPinned' | 'startAtLogin'>
  /** The mini ticker is shown at this moment. */
  isMiniShown: boolean
  actions: MenuActions
}

/** Template of the application menu: the menu bar on macOS, elsewhere the bar that Alt shows. */
export function menuTemplate(options: MenuOptions): Items {
  const { t, system, isPackaged, settings, actions } = options
  const isMac = system === 'darwin'
  /** macOS has no mnemonics. */
  const title = (text: string) => (isMac ? text.replace(/\(&\w\)|&/g, '') : text)
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const screen = (label: string, path: string, accelerator?: string) => ({
    label,
    ...(accelerator ? { accelerator } : {}),
    click: () => actions.open(path),
  })

  const about: MenuItemConstructorOptions = { role: 'about', label: t('menu.about') }
  const updates = { label: t('menu.updates'), click: () => actions.checkForUpdates() }
  const login: MenuItemConstructorOptions = {
    label: t('menu.login'),
    type: 'checkbox',
    checked: settings.startAtLogin,
    click: ({ checked }) => actions.write({ startAtLogin: checked }),
  }
  const mini: MenuItemConstructorOptions = {
    label: t('menu.mini'),
    type: 'checkbox',
    checked: options.isMiniShown,
    accelerator: 'CommandOrControl+Shift+M',
    click: () => actions.toggleMini(),
  }
  const chart = {
    label: t('menu.chart'),
    accelerator: 'CommandOrControl+Shift+K',
    click: () => actions.showPanel('chart'),
  }
  const panels: MenuItemConstructorOptions = {
    label: t('menu.panels'),
    submenu: (['desk', 'calls', 'rounds', 'live'] as const).map((panel) => ({
      label: t(`menu.panel.${panel}`),
      click: () => actions.showPanel(panel),
    })),
  }
  const pinned: MenuItemConstructorOptions = {
    label: t('menu.pin'),
    type: 'checkbox',
    checked: settings.isMainPinned,
    click: ({ checked }) => actions.write({ isMainPinned: checked }),
  }
  const pin = options.isWayland ? [] : [pinned]
  const write = screen(t('menu.write'), '/vote/write', 'CommandOrControl+N')
  const close: MenuItemConstructorOptions = { role: 'close', label: t('menu.close') }
  const quit: MenuItemConstructorOptions = {
    role: 'quit',
    label: t('menu.quit'),
    accelerator: 'CommandOrControl+Q',
  }

  const app: Items = [
    about,
    updates,
    line,
    login,
    line,
    { role: 'services', label: t('menu.services') },
    line,
    { role: 'hide', label: t('menu.hide') },
    { role: 'hideOthers', label: t('menu.hideOthers') },
    { role: 'unhide', label: t('menu.showAll') },
    line,
    quit,
  ]
  const print = {
    label: t('menu.print'),
    accelerator: 'CommandOrControl+P',
    click: () => actions.print(),
  }
  const file = isMac
    ? [write, mini, chart, panels, ...pin, line, print, line, close]
    : [write, mini, chart, panels, ...pin, line, print, line, login, line, close, quit]
  const go: Items = [
    {
      label: t('menu.back'),
      accelerator: isMac ? 'Command+[' : 'Alt+Left',
      click: () => actions.goBack(),
    },
    {
      label: t('menu.forward'),
      accelerator: isMac ? 'Command+]' : 'Alt+Right',
      click: () => actions.goForward(),
    },
    line,
    screen(t('menu.home'), '/', 'CommandOrControl+1'),
    screen(t('menu.votes'), '/vote', 'CommandOrControl+2'),
    screen(t('menu.boards'), '/boards', 'CommandOrControl+3'),
    screen(t('menu.profile'), '/profile', 'CommandOrControl+4'),
    screen(t('menu.desk'), '/desk', 'CommandOrControl+5'),
  ]
  const help: Items = [
    screen(t('menu.terms'), '/terms'),
    screen(t('menu.privacy'), '/privacy'),
    line,
    { label: t('menu.log'), click: () => actions.showLog() },
    { label: t('menu.diagnostics'), click: () => actions.copyDiagnostics() },
  ]

  return [
    ...(isMac ? [{ label: t('menu.app'), submenu: app }] : []),
    { label: title(t('menu.file')), submenu: file },
    { label: title(t('menu.edit')), submenu: [...editItems(t), line, findItem(t, actions)] },
    { label: title(t('menu.view')), submenu: viewItems(t, isPackaged) },
    { label: title(t('menu.go')), submenu: go },
    ...(isMac ? [windowItems(t, title(t('menu.window')))] : []),
    {
      role: 'help',
      label: title(t('menu.help')),
      submenu: isMac ? help : [...help, line, updates, about],
    },
  ]
}

interface AppMenuOptions extends Omit<MenuOptions, 't' | 'settings' | 'isMiniShown'> {
  Menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>
  settings: AppSettings
  isMiniShown: StoreApi<boolean>
}

/** Settings that the menu shows. Others must not rebuild it: that closes an open menu of macOS. */
const SHOWN = ['locale', 'isMainPinned', 'startAtLogin'] as const

/** Sets the application menu and rebuilds it when a setting that it shows changes. */
export function createAppMenu(menuOptions: AppMenuOptions): () => void {
  const { Menu, settings, isMiniShown, ...options } = menuOptions
  const show = () => {
    const t = translator(menuTexts, settings.locale())
    const shown = { settings: settings.store.getState(), isMiniShown: isMiniShown.getState() }
    const template = menuTemplate({ ...options, ...shown, t })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  show()
  const stops = [
    ...SHOWN.map((name) => onSettingChange(settings, name, show)),
    isMiniShown.subscribe(show),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
