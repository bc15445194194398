import type { IconImage } from './icon/icon-images.ts'

/** One item of a menu, as Electron's `Menu.buildFromTemplate` takes it. */
export interface MenuItem {
  type: 'normal' | 'checkbox' | 'separator'
  label?: string
  enabled?: boolean
  checked?: boolean
  click?: () => void
}

/** What is needed of an Electron Menu. */
export interface TrayMenu {
  on(event: 'menu-will-show', listener: () => void): unknown
  on(event: 'menu-will-close', listener: () => void): unknown
}

/** What is needed of Electron's `Menu`. */
export interface MenuMaker<Menu extends TrayMenu> {
  buildFromTemplate(items: MenuItem[]): Menu
}

/** What is needed of an Electron Tray. */
export interface TrayHandle<Image extends IconImage, Menu extends TrayMenu> {
  setImage(image: Image): void
  setTitle(title: string, options: { fontType: 'monospacedDigit' }): void
  setToolTip(text: string): void
  setContextMenu(menu: Menu): void
  popUpContextMenu(menu: Menu): void
  setIgnoreDoubleClickEvents(isIgnored: boolean): void
  on(event: 'click', listener: () => void): unknown
  on(event: 'right-click', listener: () => void): unknown
  destroy(): void
}

/** What is needed of Electron's `Tray`. */
export type TrayClass<Image extends IconImage, Menu extends TrayMenu> = new (
  image: Image,
) => TrayHandle<Image, Menu>

/** What the tray may do to the app. */
export interface TrayActions {
  /** Shows the main window, at a path of the interface when one is given. */
  open(path?: string): void
  toggleMini(): void
  toggleMute(): void
  quit(): void
}
