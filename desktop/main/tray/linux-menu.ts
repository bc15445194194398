import type { MenuItem, MenuMaker, TrayHandle, TrayMenu } from './electron-parts.ts'
import type { IconImage } from './icon/icon-images.ts'
import type { TrayView } from './tray-view.ts'

/** A menu is believed to be open no longer than this: not every desktop tells when it closes. */
const OPEN_MS = 60_000

/** What is news to somebody who opens the menu now and then: not each tick of the price. */
function newsOf({ icon, menu }: TrayView): string {
  const steady = menu.filter((line) => line.kind === 'separator' || !line.isTicking)
  return JSON.stringify([icon, menu.length, steady])
}

interface AttachedMenuDeps<Image extends IconImage, Menu extends TrayMenu> {
  tray: TrayHandle<Image, Menu>
  Menu: MenuMaker<Menu>
  itemsOf: (view: TrayView) => MenuItem[]
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * The menu on Linux, where the desktop holds a copy and shows it without asking us. A new copy closes
 * an open menu, so it is handed over once a minute, when a countdown turns, and when something happens
 * that is worth it; the price lines come along and say of when they are. While the menu is open it is
 * left alone, where the desktop says so.
 */
export function attachMenu<Image extends IconImage, Menu extends TrayMenu>(
  deps: AttachedMenuDeps<Image, Menu>,
): (view: TrayView) => void {
  const { tray, Menu, itemsOf, now } = deps
  let shown = ''
  let openedAt: number | null = null
  let latest: TrayView | null = null

  const refresh = () => {
    if (!latest || newsOf(latest) === shown) return
    if (openedAt !== null && now() - openedAt < OPEN_MS) return
    openedAt = null
    shown = newsOf(latest)
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
