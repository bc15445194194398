import type { MenuItemConstructorOptions, Tray } from 'electron'
import type { Direction } from '#shared/rules/band.ts'

export interface MenuItem
  extends Pick<MenuItemConstructorOptions, 'label' | 'enabled' | 'checked'> {
  type: 'normal' | 'checkbox' | 'separator'
  click?: () => void
}

export interface TrayMenu {
  on(event: 'menu-will-show', listener: () => void): unknown
  on(event: 'menu-will-close', listener: () => void): unknown
}

export interface MenuFactory<Menu extends TrayMenu> {
  buildFromTemplate(items: MenuItem[]): Menu
}

type Used = 'setImage' | 'setTitle' | 'setToolTip' | 'setIgnoreDoubleClickEvents' | 'destroy'

/** The part of Electron's Tray that is used; generic over the menu, so that tests can pass one. */
export interface TrayHandle<Menu extends TrayMenu> extends Pick<Tray, Used> {
  setContextMenu(menu: Menu): void
  popUpContextMenu(menu: Menu): void
  on(event: 'click', listener: () => void): unknown
  on(event: 'right-click', listener: () => void): unknown
}

/** Takes the path of a picture, and an id by which macOS remembers the icon's place. */
export type TrayClass<Menu extends TrayMenu> = new (
  image: string,
  guid?: string,
) => TrayHandle<Menu>

export interface TrayActions {
  /** Shows the main window, optionally at a path. */
  open(path?: string): void
  /** Asks for a confirmation, and votes. */
  vote(direction: Direction): void
  /** Shows the window of the chart. */
  showChart(): void
  toggleMini(): void
  toggleMute(): void
  quit(): void
}
