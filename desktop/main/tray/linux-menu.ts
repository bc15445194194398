import type { MenuItem, TrayView } from './tray-view.ts'

/** The part of Electron's Menu that is used; its users are generic over it, so that tests can pass one. */
export interface TrayMenu {
  on(event: 'menu-will-show', listener: () => void): unknown
  on(event: 'menu-will-close', listener: () => void): unknown
}

export interface MenuFactory<Menu extends TrayMenu> {
  buildFromTemplate(items: MenuItem[]): Menu
}

/** Longest time that a menu counts as open: some desktops never report that it closed. */
const OPEN_MS = 60_000

/** Key of the menu's content without the lines that change with every price. */
function contentKey({ icon, menu }: TrayView): string {
  const steady = menu.filter((line) => line.kind === 'separator' || !line.isTicking)
  return JSON.stringify([icon, menu.length, steady])
}

interface LinuxMenuDeps<Menu extends TrayMenu> {
  tray: { setContextMenu(menu: Menu): void }
  Menu: MenuFactory<Menu>
  itemsOf: (view: TrayView) => MenuItem[]
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * The menu on Linux. The desktop shows its own copy without notice, and a new copy closes an open
 * menu: so it is replaced at most once a minute or when its content changes, not while it is open.
 */
export function createLinuxMenu<Menu extends TrayMenu>(
  deps: LinuxMenuDeps<Menu>,
): (view: TrayView) => void {
  const { tray, Menu, itemsOf, now } = deps
  let shown = ''
  let openedAt: number | null = null
  let latest: TrayView | null = null

  const refresh = () => {
    if (!latest || contentKey(latest) === shown) return
    if (openedAt !== null && now() - openedAt < OPEN_MS) return
    openedAt = null
    shown = contentKey(latest)
    const menu = Menu.buildFromTemplate(itemsOf(latest))
    menu.on('menu-will-show', () => {
      openedAt = now()
    })
    menu.on('menu-will-close', () => {
      openedAt = null
      refresh()
    })
    tray.setContextMenu(menu)
  }

  return (view) => {
    latest = view
    refresh()
  }
}
