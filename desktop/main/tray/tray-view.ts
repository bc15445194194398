import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import type { MarketState } from '#desktop/shared/market-state.ts'
import { priceFacts, titleText, tooltipText } from './price-text.ts'
import type { TrayIcon } from './tray-icons.ts'
import { menuLines, type TrayLine, type TrayUser } from './tray-menu.ts'
import type { TrayText } from './tray-text.ts'

/** What the tray shows at one moment. */
export interface TrayView {
  icon: TrayIcon
  /** The text beside the icon, on macOS. */
  title: string
  tooltip: string
  menu: TrayLine[]
}

export interface TrayKnows {
  market: MarketState
  settings: Pick<DesktopSettings, 'isMiniOpen' | 'isMuted'>
  user: TrayUser
  /** Epoch milliseconds, server time. */
  now: number
}

/** What the tray shows of what is known, in these text. */
export function trayView({ market, settings, user, now }: TrayKnows, text: TrayText): TrayView {
  const facts = priceFacts(market, now)
  const isHeard = market.summary !== null
  return {
    icon: facts.icon,
    title: titleText(facts, text),
    tooltip: tooltipText(facts, text),
    menu: menuLines({ facts, isHeard, settings, user, now }, text),
  }
}

const MINUTE_MS = 60_000
/** The ages at which a price is trusted less. */
const AGES_MS = [10_000, 60_000]

/**
 * Milliseconds until the view changes though nothing was heard: the price grows old, a countdown or
 * an age turns a minute. `now` is epoch milliseconds, server time.
 */
export function untilNextChange({ price }: MarketState, now: number): number {
  // Countdowns end on whole minutes and are rounded down: the new text holds just after the turn.
  const waits = [MINUTE_MS - ((now - 1) % MINUTE_MS)]
  if (price) {
    const age = Math.max(0, now - Date.parse(price.time))
    waits.push(MINUTE_MS - (age % MINUTE_MS))
    for (const limit of AGES_MS) if (age < limit) waits.push(limit - age)
  }
  return Math.min(...waits)
}
