import type { Market } from '#desktop/main/market/market.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { MenuMaker, TrayActions, TrayClass, TrayMenu } from './electron-parts.ts'
import { createIconImages, type IconImage, type Images } from './icon/icon-images.ts'
import { attachMenu } from './linux-menu.ts'
import { menuItems } from './tray-menu.ts'
import { createTrayText, type TrayText } from './tray-text.ts'
import { type TrayView, trayView, untilNextChange } from './tray-view.ts'

interface TrayDeps<Image extends IconImage, Menu extends TrayMenu> {
  Tray: TrayClass<Image, Menu>
  Menu: MenuMaker<Menu>
  nativeImage: Images<Image>
  /** `darwin`, `win32` or `linux`. */
  system: string
  market: Pick<Market, 'state' | 'now'>
  settings: Pick<AppSettings, 'store' | 'locale'>
  session: Pick<MainSession, 'view' | 'user'>
  actions: TrayActions
  /** The local clock, epoch milliseconds. */
  now: () => number
  /** The IANA time zone of the moment; the system's own by default. */
  zone?: () => string
}

/** The price moves the tray this often at most. */
const TICK_MS = 1_000

const systemZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Calls `apply` with a value that is another than the one before; `last` is there already. */
function onChange<Value>(apply: (value: Value) => void, last: Value): (value: Value) => void {
  return (value) => {
    if (Object.is(last, value)) return
    last = value
    apply(value)
  }
}

/**
 * Shows the market in the tray. Each part of it (picture, text, tooltip, menu) is touched only when it
 * changed. The pictures read on light and dark panels alike, so the theme is nothing to watch; after a
 * restart of the Windows taskbar Electron puts the icon back by itself.
 */
export function createTray<Image extends IconImage, Menu extends TrayMenu>(
  deps: TrayDeps<Image, Menu>,
): { destroy(): void } {
  const { system, market, settings, session, actions, now, zone = systemZone } = deps
  const imageOf = createIconImages(deps.nativeImage, system)

  let words: { key: string; words: TrayText } | null = null
  const wordsOf = (locale: Locale, ownZone: string) => {
    const key = `${locale} ${ownZone}`
    if (words?.key !== key) words = { key, words: createTrayText(locale, ownZone) }
    return words.words
  }

  const view = (): TrayView =>
    trayView(
      {
        market: market.state.getState(),
        settings: settings.store.getState(),
        user: session.user() ?? (session.view.getState().isSignedIn ? 'unknown' : null),
        now: market.now(),
      },
      wordsOf(settings.locale(), zone()),
    )

  const firstImage = imageOf(view().icon)
  const tray = new deps.Tray(firstImage)
  const itemsOf = ({ menu }: TrayView) => menuItems(menu, actions)

  const setImage = onChange((image: Image) => tray.setImage(image), firstImage)
  const setToolTip = onChange<string>((text) => tray.setToolTip(text), '')
  const setTitle = onChange<string>((title) => {
    // Only macOS shows text beside the icon; digits of one width keep its neighbours still.
    if (system === 'darwin') tray.setTitle(title, { fontType: 'monospacedDigit' })
  }, '')
  const setMenu =
    system === 'linux' ? attachMenu({ tray, Menu: deps.Menu, itemsOf, now }) : () => {}

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
    // A clock that was set back must not hold the tray.
    if (since >= TICK_MS || since < 0) return draw()
    clearTimeout(timer)
    timer = setTimeout(draw, TICK_MS - since)
  }

  /** The tray does not hold the menu it shows, and one that is gone takes the app with it. */
  const held: { menu: Menu | null } = { menu: null }
  const popUp = () => {
    // Made when it is asked for, so it is never old and an open one is never replaced.
    held.menu = deps.Menu.buildFromTemplate(itemsOf(view()))
    tray.popUpContextMenu(held.menu)
  }
  if (system === 'darwin') {
    // Two quick clicks open the menu and close it, as every menu of the bar does.
    tray.setIgnoreDoubleClickEvents(true)
    tray.on('click', popUp)
  } else tray.on('click', () => actions.open())
  if (system !== 'linux') tray.on('right-click', popUp)

  const endings = [
    market.state.subscribe(onMarket),
    settings.store.subscribe(draw),
    session.view.subscribe(draw),
  ]
  draw()

  return {
    destroy() {
      clearTimeout(timer)
      for (const end of endings) end()
      tray.destroy()
    },
  }
}
