import type { Tray } from 'electron'
import type { StoreApi } from 'zustand/vanilla'
import { systemZone } from '#desktop/main/environment.ts'
import type { Market } from '#desktop/main/market/market.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { drawDigitIcon, type IconPanel } from './digit-icon.ts'
import { createLinuxMenu, type MenuFactory, type TrayMenu } from './linux-menu.ts'
import { createTrayText, type TrayText } from './price-text.ts'
import { trayIconPath } from './tray-icons.ts'
import {
  menuItems,
  type TrayActions,
  type TrayView,
  trayView,
  untilNextChange,
} from './tray-view.ts'
import type { OwnVotesState } from './vote-lines.ts'

type Used = 'setTitle' | 'setToolTip' | 'setIgnoreDoubleClickEvents' | 'destroy'

/** The part of Electron's Tray that is used. */
export interface TrayHandle<Menu extends TrayMenu, Image> extends Pick<Tray, Used> {
  setImage(image: string | Image): void
  setContextMenu(menu: Menu): void
  popUpContextMenu(menu: Menu): void
  on(event: 'click', listener: () => void): unknown
  on(event: 'right-click', listener: () => void): unknown
}

interface TrayDeps<Menu extends TrayMenu, Image> {
  /** Takes a picture or its path, and an id by which macOS remembers the icon's place. */
  Tray: new (
    image: string | Image,
    guid?: string,
  ) => TrayHandle<Menu, Image>
  Menu: MenuFactory<Menu>
  nativeImage: { createFromBitmap(bitmap: Buffer, size: { width: number; height: number }): Image }
  /** The panel at this moment, for digits in the icon. */
  panel(): IconPanel
  /** Folder of the tray pictures, build/icons/tray. */
  iconFolder: string
  /** `darwin`, `win32` or `linux`. */
  system: string
  market: Pick<Market, 'state' | 'now'>
  settings: Pick<AppSettings, 'store' | 'locale'>
  session: Pick<MainSession, 'view' | 'user'>
  /** Own votes as last fetched. */
  ownVotes: StoreApi<OwnVotesState | null>
  isMiniShown: StoreApi<boolean>
  actions: TrayActions
  /** Local clock, epoch milliseconds. */
  now: () => number
  /** Current IANA time zone; the system's by default. */
  zone?: () => string
}

/** Must never change, or the icon loses its place in the menu bar. */
const TRAY_ID = '3f6f9a52-7c1e-4f0b-9d43-6a2c54e1b8d7'

/** Minimum time between two redraws by a price. */
const TICK_MS = 1_000

/** Minimum time between two icons that differ in digits only: Linux desktops read each from a file. */
const LINUX_DIGITS_MS = 10_000

/**
 * Shows the market in the tray. Picture, title, tooltip and menu are each set only when they change.
 * Electron restores the icon after a taskbar restart.
 */
export function createTray<Menu extends TrayMenu, Image>(
  deps: TrayDeps<Menu, Image>,
): { destroy(): void } {
  const { system, market, settings, session, ownVotes, actions, now, zone = systemZone } = deps

  let cached: { key: string; text: TrayText } | null = null
  const textOf = (locale: Locale, ownZone: string) => {
    const key = `${locale} ${ownZone}`
    if (cached?.key !== key) cached = { key, text: createTrayText(locale, ownZone) }
    return cached.text
  }

  /** Votes of the signed-in user only: another one may have signed in since. */
  const votesOf = (userId: number | undefined) => {
    const known = ownVotes.getState()
    return known?.userId === userId ? (known?.votes ?? null) : null
  }

  const view = (): TrayView =>
    trayView(
      {
        market: market.state.getState(),
        settings: { ...settings.store.getState(), isMiniOpen: deps.isMiniShown.getState() },
        user: session.user() ?? (session.view.getState().isSignedIn ? 'unknown' : null),
        votes: votesOf(session.user()?.id),
        now: market.now(),
      },
      textOf(settings.locale(), zone()),
    )

  /** The picture of a view; two of the same `look` differ in digits only. */
  const pictureOf = ({ icon, digits }: TrayView) => {
    const panel = digits === null || system === 'darwin' ? null : deps.panel()
    return { icon, digits: panel && digits, panel, look: JSON.stringify([icon, panel]), at: now() }
  }
  const imageOf = ({ icon, digits, panel }: ReturnType<typeof pictureOf>): string | Image => {
    if (!panel || !digits) return trayIconPath(deps.iconFolder, system, icon)
    const side = panel.size * panel.zoom
    const bitmap = drawDigitIcon({ ...icon, digits }, panel)
    return deps.nativeImage.createFromBitmap(bitmap, { width: side, height: side })
  }

  let shown = pictureOf(view())
  const firstImage = imageOf(shown)
  // Windows binds an id to the path of an unsigned executable: a moved app would have no icon.
  const tray = system === 'darwin' ? new deps.Tray(firstImage, TRAY_ID) : new deps.Tray(firstImage)
  const itemsOf = ({ menu }: TrayView) => menuItems(menu, actions)

  const setPicture = (latest: TrayView) => {
    const next = pictureOf(latest)
    const since = next.at - shown.at
    if (next.look === shown.look) {
      if (next.digits === shown.digits) return
      if (system === 'linux' && since >= 0 && since < LINUX_DIGITS_MS) return
    }
    shown = next
    tray.setImage(imageOf(next))
  }
  const setMenu =
    system === 'linux' ? createLinuxMenu({ tray, Menu: deps.Menu, itemsOf, now }) : () => {}

  let timer: ReturnType<typeof setTimeout> | undefined
  let drawnAt = 0
  let last = { title: '', tooltip: '' }

  const draw = () => {
    const latest = view()
    drawnAt = now()
    setPicture(latest)
    if (latest.tooltip !== last.tooltip) tray.setToolTip(latest.tooltip)
    // Only macOS shows a title; digits of equal width keep the neighboring icons in place.
    if (system === 'darwin' && latest.title !== last.title) {
      tray.setTitle(latest.title, { fontType: 'monospacedDigit' })
    }
    setMenu(latest)
    last = latest
    clearTimeout(timer)
    timer = setTimeout(draw, untilNextChange(market.state.getState(), market.now()))
  }

  const onMarket = () => {
    const since = now() - drawnAt
    // A clock that was set back must not block redraws.
    if (since >= TICK_MS || since < 0) return draw()
    clearTimeout(timer)
    timer = setTimeout(draw, TICK_MS - since)
  }

  /** Keeps the open menu referenced: Electron crashes when it is garbage-collected. */
  const open: { menu: Menu | null } = { menu: null }
  const popUp = () => {
    // Built on demand, so that it is current and an open menu is never replaced.
    open.menu = deps.Menu.buildFromTemplate(itemsOf(view()))
    tray.popUpContextMenu(open.menu)
  }
  if (system === 'darwin') {
    // A double click opens and closes the menu, as in every menu of the menu bar.
    tray.setIgnoreDoubleClickEvents(true)
    tray.on('click', popUp)
  } else tray.on('click', () => actions.open())
  if (system !== 'linux') tray.on('right-click', popUp)

  const unsubscribes = [
    market.state.subscribe(onMarket),
    settings.store.subscribe(draw),
    session.view.subscribe(draw),
    ownVotes.subscribe(draw),
    deps.isMiniShown.subscribe(draw),
  ]
  draw()

  return {
    destroy() {
      clearTimeout(timer)
      for (const unsubscribe of unsubscribes) unsubscribe()
      tray.destroy()
    },
  }
}
