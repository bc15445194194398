import type { MenuItemConstructorOptions } from 'electron'
import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import type { MenuTranslate } from '#shared/i18n/desktop/menu.ts'
import { editItems, type Items, viewItems, windowItems } from './standard-items.ts'

export interface MenuActions {
  /** Shows the main window at a path. */
  open(path: string): void
  goBack(): void
  goForward(): void
  write(part: Partial<DesktopSettings>): void
  checkForUpdates(): void
}

export interface MenuOptions {
  t: MenuTranslate
  /** `darwin`, `win32` or `linux`. */
  system: string
  isPackaged: boolean
  settings: Pick<DesktopSettings, 'isMiniOpen' | 'startAtLogin'>
  actions: MenuActions
}

/** The application menu: on macOS that of the whole app, elsewhere the bar that Alt shows. */
export function menuTemplate(options: MenuOptions): Items {
  const { t, system, isPackaged, settings, actions } = options
  const isMac = system === 'darwin'
  /** macOS knows no letters to press in its menus. */
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
    checked: settings.isMiniOpen,
    accelerator: 'CommandOrControl+Shift+M',
    click: ({ checked }) => actions.write({ isMiniOpen: checked }),
  }
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
  const file = isMac ? [write, mini, line, close] : [write, mini, line, login, line, close, quit]
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
  ]
  const help = [screen(t('menu.terms'), '/terms'), screen(t('menu.privacy'), '/privacy')]

  return [
    ...(isMac ? [{ label: t('menu.app'), submenu: app }] : []),
    { label: title(t('menu.file')), submenu: file },
    { label: title(t('menu.edit')), submenu: editItems(t) },
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
