import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import { liveOffers } from '#desktop/shared/live-offers.ts'
import type { MarketState } from '#desktop/shared/market-state.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { priceFacts, titleText, tooltipText } from './price-text.ts'
import type { TrayIcon } from './tray-icons.ts'
import { menuLines, type TrayLine, type TrayUser } from './tray-menu.ts'
import type { TrayText } from './tray-text.ts'

/** Content of the tray at one moment. */
export interface TrayView {
  icon: TrayIcon
  /** Title, macOS only. */
  title: string
  tooltip: string
  menu: TrayLine[]
}

export interface TrayInput {
  market: MarketState
  settings: Pick<DesktopSettings, 'isMiniOpen' | 'isMuted' | 'trayText'>
  user: TrayUser
  /** Own votes of the signed-in user; null while unknown. */
  votes: readonly OwnVote[] | null
  /** Epoch milliseconds, server time. */
  now: number
}

/** Derives the content of the tray. */
export function trayView(input: TrayInput, text: TrayText): TrayView {
  const { market, settings, user, votes, now } = input
  const { summary } = market
  const facts = priceFacts(market, now)
  const hasMarketData = summary !== null
  return {
    icon: facts.icon,
    title: titleText(facts, settings.trayText, now, text),
    tooltip: tooltipText(facts, text),
    menu: menuLines(
      {
        facts,
        summary,
        hasMarketData,
        settings,
        user,
        votes,
        offers: liveOffers(market, now),
        now,
      },
      text,
    ),
  }
}

/** Ages at which the freshness changes. */
const AGES_MS = [10_000, 60_000]

/**
 * Milliseconds until the content changes without an update: freshness, a countdown or an age. `now`
 * is server time, epoch milliseconds.
 */
export function untilNextChange({ price }: MarketState, now: number): number {
  // Countdowns round down to minutes: the next text applies just after the full minute.
  const waits = [MINUTE_MS - ((now - 1) % MINUTE_MS)]
  if (price) {
    const age = Math.max(0, now - Date.parse(price.time))
    waits.push(MINUTE_MS - (age % MINUTE_MS))
    for (const limit of AGES_MS) if (age < limit) waits.push(limit - age)
  }
  return Math.min(...waits)
}
