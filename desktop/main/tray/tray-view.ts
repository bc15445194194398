import type { MenuItemConstructorOptions } from 'electron'
import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import { liveOffers } from '#desktop/shared/live-offers.ts'
import type { MarketState } from '#desktop/shared/market-state.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import type { Offers } from '#shared/rules/offer.ts'
import { liveRound, periodStart, waitingRound } from '#shared/rules/schedule.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { shownDigits } from './digit-icon.ts'
import {
  changeText,
  freshnessText,
  type PriceFacts,
  priceFacts,
  type TrayText,
  titleText,
  tooltipText,
} from './price-text.ts'
import type { TrayIcon } from './tray-icons.ts'
import { openVotesText, ownVoteText, type VoteFacts } from './vote-lines.ts'

export interface MenuItem
  extends Pick<MenuItemConstructorOptions, 'label' | 'enabled' | 'checked'> {
  type: 'normal' | 'checkbox' | 'separator'
  click?: () => void
}

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

/** Action of a menu line. */
type TrayAct = Direction | 'open' | 'vote' | 'votes' | 'mini' | 'chart' | 'mute' | 'quit'

/** A line of the tray menu, or a separator. */
export type TrayLine =
  | { kind: 'separator' }
  | {
      kind: 'line'
      label: string
      /** Null for an informational line. */
      act: TrayAct | null
      /** State of a checkbox. */
      isOn?: boolean
      /** Changes with every price; other changes replace an attached menu. */
      isTicking?: boolean
    }

/** The signed-in user; null for a guest, `unknown` until the server replies. */
export type TrayUser = Pick<UserClaims, 'lastVoteTime'> | 'unknown' | null

/** Content of the tray at one moment. */
export interface TrayView {
  icon: TrayIcon
  /** Digits to draw into the icon; null for the picture without. */
  digits: string | null
  /** Title, macOS only. */
  title: string
  tooltip: string
  menu: TrayLine[]
}

export interface TrayInput {
  market: MarketState
  settings: Pick<DesktopSettings, 'isMiniOpen' | 'isMuted' | 'trayText' | 'hasTrayDigits'>
  user: TrayUser
  /** Own votes of the signed-in user; null while unknown. */
  votes: readonly OwnVote[] | null
  /** Epoch milliseconds, server time. */
  now: number
}

interface MenuFacts extends VoteFacts, Pick<TrayInput, 'settings' | 'user'> {
  /** Offers of the live round; null without a live price. */
  offers: Offers | null
}

const separator: TrayLine = { kind: 'separator' }
const line = (
  label: string,
  act: TrayAct | null = null,
  more: { isOn?: boolean; isTicking?: boolean } = {},
): TrayLine => ({ kind: 'line', label, act, ...more })
const ticking = { isTicking: true }

function priceLines(facts: PriceFacts, text: TrayText): TrayLine[] {
  const { price } = facts
  const freshness = freshnessText(facts, text)
  if (!price) return [line(freshness, 'open')]
  const value = text.t('tray.price', { price: text.format.price(price.value, 2) })
  const change = changeText(facts, text)
  const time = text.time(Date.parse(price.time))
  return [
    line(value, 'open', ticking),
    ...(change === null ? [] : [line(change, null, ticking)]),
    line(`${freshness} · ${time}`, null, ticking),
  ]
}

/** The own vote in the round of `targetDate`, and its value; empty without one. */
function ownVoteLines(targetDate: number, about: MenuFacts, text: TrayText): TrayLine[] {
  const own = ownVoteText(targetDate, about, text)
  if (!own) return []
  const value = own.value === null ? [] : [line(own.value, null, ticking)]
  return [line(own.vote, 'votes'), ...value]
}

/** Rounds depend on the time only, so they are right even with old data. */
function roundLines(about: MenuFacts, text: TrayText): TrayLine[] {
  const { now } = about
  const live = liveRound(now)
  const waiting = waitingRound(now)
  const settles = (instant: number) =>
    line(text.t('tray.settles', { date: text.format.date(instant) }))
  return [
    separator,
    line(text.t('tray.live', { time: text.span(live.closesAt - now) }), 'votes'),
    settles(live.targetDate),
    line(text.t('tray.closed', { time: text.span(waiting.targetDate - now) }), 'votes'),
    settles(waiting.targetDate),
    ...ownVoteLines(waiting.targetDate, about, text),
  ]
}

/** Whether the user is known to have voted in the live round. `now` is server time. */
export function hasVoted(user: MenuFacts['user'], now: number): boolean {
  if (user === null || user === 'unknown') return false
  return user.lastVoteTime >= periodStart(now)
}

function voteText({ user, now }: MenuFacts, { t }: TrayText): string {
  if (user === null) return t('tray.guest')
  if (user === 'unknown') return t('tray.unknown')
  return t(hasVoted(user, now) ? 'tray.voted' : 'tray.notVoted')
}

/** The directions with their offers, and the way to a note; after the vote the list. */
function voteLines({ facts, user, now, offers }: MenuFacts, text: TrayText): TrayLine[] {
  const { t, format } = text
  if (hasVoted(user, now)) return [line(t('tray.votes'), 'votes')]
  if (user === null || user === 'unknown') return [line(t('tray.vote'), 'vote')]
  const directions = DIRECTIONS.map((choice) => {
    const direction = text.direction(choice, facts.reference)
    const offer = offers?.[choice]
    const points = offer && { hit: format.signed(offer.hit), miss: format.signed(offer.miss) }
    const label = points
      ? t('tray.call.now', { direction, ...points })
      : t('tray.call.none', { direction })
    return line(label, choice, ticking)
  })
  return [...directions, line(t('tray.voteNote'), 'vote')]
}

/** Lines of the tray menu from top to bottom. */
function menuLines(about: MenuFacts, text: TrayText): TrayLine[] {
  const { facts, summary, settings, now } = about
  const own = ownVoteLines(liveRound(now).targetDate, about, text)
  const worth = openVotesText(about, text)
  const { t } = text
  return [
    ...priceLines(facts, text),
    ...(worth === null ? [] : [line(worth, 'votes', ticking)]),
    ...(summary ? roundLines(about, text) : []),
    separator,
    ...(own.length > 0 ? own : [line(voteText(about, text))]),
    ...voteLines(about, text),
    line(t('tray.open'), 'open'),
    line(t('tray.chart'), 'chart'),
    separator,
    line(t('tray.mini'), 'mini', { isOn: settings.isMiniOpen }),
    line(t('tray.mute'), 'mute', { isOn: settings.isMuted }),
    separator,
    line(t('tray.quit'), 'quit'),
  ]
}

/** Derives the content of the tray. */
export function trayView(input: TrayInput, text: TrayText): TrayView {
  const { market, settings, now } = input
  const facts = priceFacts(market, now)
  const { summary } = market
  return {
    icon: facts.icon,
    digits: settings.hasTrayDigits && facts.price ? shownDigits(facts.price.value) : null,
    title: titleText(facts, settings.trayText, now, text),
    tooltip: tooltipText(facts, text),
    menu: menuLines({ ...input, facts, summary, offers: liveOffers(market, now) }, text),
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

/** A single ampersand would mark a mnemonic. */
const plain = (label: string) => label.replaceAll('&', '&&')

/** Converts the lines to native menu items. */
export function menuItems(lines: readonly TrayLine[], actions: TrayActions): MenuItem[] {
  const handlers: Record<TrayAct, () => void> = {
    up: () => actions.vote('up'),
    steady: () => actions.vote('steady'),
    down: () => actions.vote('down'),
    open: () => actions.open(),
    vote: () => actions.open('/vote/write'),
    votes: () => actions.open('/vote'),
    mini: actions.toggleMini,
    chart: actions.showChart,
    mute: actions.toggleMute,
    quit: actions.quit,
  }
  return lines.map((line): MenuItem => {
    if (line.kind === 'separator') return { type: 'separator' }
    const { act, isOn } = line
    return {
      type: isOn === undefined ? 'normal' : 'checkbox',
      label: plain(line.label),
      enabled: act !== null,
      ...(isOn !== undefined && { checked: isOn }),
      ...(act && { click: handlers[act] }),
    }
  })
}
