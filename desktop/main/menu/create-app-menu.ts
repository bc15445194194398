import type { Menu } from 'electron'
import type { AppSettings } from '#desktop/main/settings/app-settings.ts'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import { translator } from '#shared/i18n/text.ts'
import { type MenuOptions, menuTemplate } from './app-menu.ts'

interface AppMenuOptions extends Omit<MenuOptions, 't' | 'settings'> {
  Menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>
  settings: AppSettings
}

/** Sets the application menu, and anew whenever a setting changes: its language is one of them. */
export function createAppMenu({ Menu, settings, ...options }: AppMenuOptions): () => void {
  const show = () => {
    const t = translator(menuTexts, settings.locale())
    const template = menuTemplate({ ...options, t, settings: settings.store.getState() })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  show()
  return settings.store.subscribe(show)
}
