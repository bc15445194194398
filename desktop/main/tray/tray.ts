import type { StoreApi } from 'zustand/vanilla'
import type { Market } from '#desktop/main/market/market.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { createLinuxMenu } from './linux-menu.ts'
import { type TrayIcon, trayIconPath } from './tray-icons.ts'
import { menuItems } from './tray-menu.ts'
import { createTrayText, type TrayText } from './tray-text.ts'
import type { MenuFactory, TrayActions, TrayClass, TrayMenu } from './tray-types.ts'
import { type TrayView, trayView, untilNextChange } from './tray-view.ts'
import type { OwnVotesState } from './vote-lines.ts'

interface TrayDeps<Menu extends TrayMenu> {
  Tray: TrayClass<Menu>
  Menu: MenuFactory<Menu>
  /** Folder of the tray pictures, build/icons/tray. */
  iconFolder: string
  /** `darwin`, `win32` or `linux`. */
  system: string
  market: Pick<Market, 'state' | 'now'>
  settings: Pick<AppSettings, 'store' | 'locale'>
  session: Pick<MainSession, 'view' | 'user'>
  /** Own votes as last fetched. */
  ownVotes: StoreApi<OwnVotesState | null>
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

const systemZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Calls `apply` only with a value that differs from the last one. */
function onChange<Value>(apply: (value: Value) => void, last: Value): (value: Value) => void {
  return (value) => {
    if (Object.is(last, value)) return
    last = value
    apply(value)
  }
}

/**
 * Shows the market in the tray. Picture, title, tooltip and menu are each set only when they change.
 * The pictures suit light and dark panels. Electron restores the icon after a taskbar restart.
 */
export function createTray<Menu extends TrayMenu>(deps: TrayDeps<Menu>): { destroy(): void } {
  const { system, market, settings, session, ownVotes, actions, now, zone = systemZone } = deps
  const imageOf = (icon: TrayIcon) => trayIconPath(deps.iconFolder, system, icon)

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
        settings: settings.store.getState(),
        user: session.user() ?? (session.view.getState().isSignedIn ? 'unknown' : null),
        votes: votesOf(session.user()?.id),
        now: market.now(),
      },
      textOf(settings.locale(), zone()),
    )

  const firstImage = imageOf(view().icon)
  // Windows binds an id to the path of an unsigned executable: a moved app would have no icon.
  const tray = system === 'darwin' ? new deps.Tray(firstImage, TRAY_ID) : new deps.Tray(firstImage)
  const itemsOf = ({ menu }: TrayView) => menuItems(menu, actions)

  const setImage = onChange((image: string) => tray.setImage(image), firstImage)
  const setToolTip = onChange<string>((text) => tray.setToolTip(text), '')
  const setTitle = onChange<string>((title) => {
    // Only macOS shows a title; digits of equal width keep the neighboring icons in place.
    if (system === 'darwin') tray.setTitle(title, { fontType: 'monospacedDigit' })
  }, '')
  const setMenu =
    system === 'linux' ? createLinuxMenu({ tray, Menu: deps.Menu, itemsOf, now }) : () => {}

  let timer: ReturnType<typeof setTimeout> | undefined
  let drawnAt = 0

  const draw = () => {
    const latest = view()
    drawnAt = now()
    setImage(imageOf(latest.icon))
    setToolTip(latest.tooltip)
    setTitle(latest.title)
    setMenu(latest)
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
