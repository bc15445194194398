import type { MarketState } from '#desktop/shared/market-state.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import { DIRECTION_MARKS, outcome } from '#shared/rules/band.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import type { IconState, TrayIcon } from './tray-icons.ts'
import type { TrayText } from './tray-text.ts'

/** What there is to say of the price. */
export interface PriceFacts {
  price: LivePrice | null
  /** How old the price is in milliseconds; 0 without one. */
  age: number
  icon: TrayIcon
  /** The reference price of the round that takes votes now; null while it is not known. */
  reference: string | null
  /** How far the price is from the reference, as a share of it; null without one of them. */
  change: number | null
  /** The server cannot be heard in any way. */
  isOffline: boolean
}

function referenceAt(summary: MarketState['summary'], now: number): string | null {
  if (!summary) return null
  // What was heard in an earlier period knows the live round not at all.
  const isLive = Date.parse(summary.target2.targetDate) === liveRound(now).targetDate
  return isLive ? summary.target2.refPrice : null
}

/** What `market` says of the price at `now` (epoch milliseconds, server time). */
export function priceFacts({ summary, price, link }: MarketState, now: number): PriceFacts {
  const reference = referenceAt(summary, now)
  const isOffline = link === 'offline'
  if (!price) {
    const icon = { direction: 'none', state: 'none' } as const
    return { price, age: 0, icon, reference, change: null, isOffline }
  }
  // The server's clock may run a little behind the exchange's.
  const age = Math.max(0, now - Date.parse(price.time))
  const state: IconState = isOffline ? 'offline' : freshnessOf(age)
  const direction = reference === null ? 'none' : outcome(price.value, reference)
  const change = reference === null ? null : Number(price.value) / Number(reference) - 1
  return { price, age, icon: { direction, state }, reference, change, isOffline }
}

const MINUTE_MS = 60_000

function stateWord(state: PriceFacts['icon']['state'], { core }: TrayText): string {
  if (state === 'offline') return core('link.badge')
  return state === 'none' ? core('price.none') : core(`price.${state}`)
}

/** How fresh the price is, with its age once that is minutes, and whether it is a real one. */
export function freshnessText(facts: PriceFacts, text: TrayText): string {
  const { price, icon, age, isOffline } = facts
  const deps = [stateWord(icon.state, text)]
  if (!price && isOffline) deps.push(stateWord('offline', text))
  if (icon.state === 'stale' || icon.state === 'offline') {
    const minutes = Math.floor(age / MINUTE_MS)
    deps.push(minutes === 0 ? text.t('tray.justNow') : text.format.ago(minutes))
  }
  if (price && price.market !== 'real') deps.push(text.core(`price.${price.market}`))
  return deps.join(' · ')
}

/** `▲ Up, +5.20% from …`; null while the reference or the price is not known. */
export function changeText(facts: PriceFacts, text: TrayText, isShort = false): string | null {
  const { icon, reference, change } = facts
  const { direction } = icon
  if (direction === 'none' || reference === null || change === null) return null
  const values = {
    mark: DIRECTION_MARKS[direction],
    direction: text.core(`direction.${direction}`),
    change: text.format.change(change),
  }
  if (isShort) return text.t('tray.changeShort', values)
  return text.t('tray.change', { ...values, reference: text.format.price(reference, 2) })
}

const SHORT = { simulated: 'tray.simulated', replay: 'tray.replay' } as const

function marketWord({ market }: LivePrice, { t }: TrayText): string[] {
  return market === 'real' ? [] : [t(SHORT[market])]
}

/** The text beside the icon on macOS: the price, and in text whatever makes it less than live. */
export function titleText({ price, icon }: PriceFacts, text: TrayText): string {
  if (!price) return ''
  const doubt = icon.state === 'live' ? [] : [stateWord(icon.state, text)]
  return [text.format.price(price.value, 0), ...doubt, ...marketWord(price, text)].join(' · ')
}

/** The text under the pointer, in lines. Windows shows 127 characters of it. */
export function tooltipText(facts: PriceFacts, text: TrayText): string {
  const { price } = facts
  const name = text.core('app.name')
  if (!price) return `${name}\n${freshnessText(facts, text)}`
  const value = text.t('tray.price', { price: text.format.price(price.value, 2) })
  const change = changeText(facts, text, true)
  return [`${name} ${value}`, ...(change ? [change] : []), freshnessText(facts, text)].join('\n')
}
