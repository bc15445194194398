import type { TrayTextKind } from '#desktop/bridge/settings.ts'
import { isDown, type MarketState } from '#desktop/shared/market-state.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import { trayTexts } from '#shared/i18n/desktop/tray.ts'
import { directionText } from '#shared/i18n/direction.ts'
import { createFormat, type Format, offsetOf } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { marketTexts } from '#shared/i18n/market.ts'
import { type Translate, translator } from '#shared/i18n/text.ts'
import { outcome, type VoteChoice } from '#shared/rules/band.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import type { IconState, TrayIcon } from './tray-icons.ts'

/** Texts and formats of the tray in one language and time zone. */
export interface TrayText {
  t: Translate<(typeof trayTexts)['en-US']>
  /** States of the price. */
  core: Translate<(typeof marketTexts)['en-US']>
  format: Format
  /** Time of day with seconds and UTC offset. */
  time(instant: number): string
  /** A direction with its mark and level. */
  direction(choice: VoteChoice, refPrice: string | null | undefined): string
  /** Duration in days, hours and minutes. */
  span(milliseconds: number): string
}

/** Creates the texts of `locale` in the IANA time zone `zone`. */
export function createTrayText(locale: Locale, zone: string): TrayText {
  const t = translator(trayTexts, locale)
  const core = translator(marketTexts, locale)
  const format = createFormat(locale, zone)
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
  return {
    t,
    core,
    format,
    time: (instant) => `${time.format(instant)} (${offsetOf(zone, instant)})`,
    direction: (choice, refPrice) => directionText({ t: core, format }, choice, refPrice),
    span: (duration) => (duration < MINUTE_MS ? t('tray.moment') : format.span(duration)),
  }
}

/** Whether the price of an icon is too old to be the present one. */
export const isOld = ({ state }: TrayIcon): boolean => state === 'stale' || state === 'offline'

/** Facts about the price that the tray shows. */
export interface PriceFacts {
  price: LivePrice | null
  /** Age of the price in milliseconds; 0 without one. */
  age: number
  icon: TrayIcon
  /** Reference price of the live round; null while unknown. */
  reference: string | null
  /** Change relative to the reference; null when one is unknown. */
  change: number | null
  /** Neither stream nor polling works. */
  isOffline: boolean
  /** Whether the server answers with errors. */
  isFailing: boolean
}

function referenceAt(summary: MarketState['summary'], now: number): string | null {
  if (!summary) return null
  // A summary of an earlier period does not contain the live round.
  const isLive = Date.parse(summary.target2.targetDate) === liveRound(now).targetDate
  return isLive ? summary.target2.refPrice : null
}

/** Derives the facts at `now` (server time, epoch milliseconds). */
export function priceFacts({ summary, price, link }: MarketState, now: number): PriceFacts {
  const reference = referenceAt(summary, now)
  const isOffline = isDown(link)
  const isFailing = link === 'failing'
  if (!price) {
    const icon = { direction: 'none', state: 'none' } as const
    return { price, age: 0, icon, reference, change: null, isOffline, isFailing }
  }
  // The server's clock may be slightly behind the exchange's.
  const age = Math.max(0, now - Date.parse(price.time))
  const state: IconState = isOffline ? 'offline' : freshnessOf(age)
  const direction = reference === null ? 'none' : outcome(price.value, reference)
  const change = reference === null ? null : Number(price.value) / Number(reference) - 1
  return { price, age, icon: { direction, state }, reference, change, isOffline, isFailing }
}

function stateText(
  state: PriceFacts['icon']['state'],
  { isFailing }: PriceFacts,
  { core }: TrayText,
): string {
  if (state === 'offline') return core(isFailing ? 'link.failing' : 'link.badge')
  return state === 'none' ? core('price.none') : core(`price.${state}`)
}

/** Freshness, its age once that is minutes, and the market kind unless real. */
export function freshnessText(facts: PriceFacts, text: TrayText): string {
  const { price, icon, age, isOffline } = facts
  const deps = [stateText(icon.state, facts, text)]
  if (!price && isOffline) deps.push(stateText('offline', facts, text))
  if (isOld(icon)) {
    const minutes = Math.floor(age / MINUTE_MS)
    deps.push(minutes === 0 ? text.t('tray.justNow') : text.format.ago(minutes))
  }
  if (price && price.market !== 'real') deps.push(text.core(`price.${price.market}`))
  return deps.join(' · ')
}

/** `▲ Up, above 69,300 · +5.20% from …`; null while reference or price is unknown. */
export function changeText(facts: PriceFacts, text: TrayText, isShort = false): string | null {
  const { icon, reference, change } = facts
  const { direction } = icon
  if (direction === 'none' || reference === null || change === null) return null
  const values = {
    direction: text.direction(direction, reference),
    change: text.format.change(change),
  }
  if (isShort) return text.t('tray.changeShort', values)
  return text.t('tray.change', { ...values, reference: text.format.price(reference, 2) })
}

const SHORT = { simulated: 'tray.simulated', replay: 'tray.replay' } as const

function marketText({ market }: LivePrice, { t }: TrayText): string[] {
  return market === 'real' ? [] : [t(SHORT[market])]
}

/**
 * Title on macOS: the chosen text, and in words whatever makes the price less than live. `now` is server
 * time, epoch milliseconds.
 */
export function titleText(
  facts: PriceFacts,
  kind: TrayTextKind,
  now: number,
  text: TrayText,
): string {
  const { price, icon, change } = facts
  if (kind === 'none') return ''
  if (kind === 'countdown') return text.span(liveRound(now).closesAt - now)
  if (!price || (kind === 'change' && change === null)) return ''
  const state = icon.state === 'live' ? [] : [stateText(icon.state, facts, text)]
  const value =
    kind === 'change' ? text.format.change(change ?? 0) : text.format.price(price.value, 0)
  return [value, ...state, ...marketText(price, text)].join(' · ')
}

/** Tooltip, in lines. Windows shows 127 characters. */
export function tooltipText(facts: PriceFacts, text: TrayText): string {
  const { price } = facts
  const name = text.core('app.name')
  if (!price) return `${name}\n${freshnessText(facts, text)}`
  const value = text.t('tray.price', { price: text.format.price(price.value, 2) })
  const change = changeText(facts, text, true)
  return [`${name} ${value}`, ...(change ? [change] : []), freshnessText(facts, text)].join('\n')
}
