import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import { DIRECTION_MARKS, DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import type { Offers } from '#shared/rules/offer.ts'
import { liveRound, waitingRound } from '#shared/rules/schedule.ts'
import { changeText, freshnessText, type PriceFacts } from './price-text.ts'
import type { TrayText } from './tray-text.ts'
import type { MenuItem, TrayActions } from './tray-types.ts'
import { ownVoteText, type VoteFacts } from './vote-lines.ts'

/** Action of a menu line. */
export type TrayAct = Direction | 'open' | 'vote' | 'votes' | 'mini' | 'chart' | 'mute' | 'quit'

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

export interface MenuFacts extends VoteFacts {
  /** Whether market data is known, now or from an earlier run. */
  hasMarketData: boolean
  settings: Pick<DesktopSettings, 'isMiniOpen' | 'isMuted'>
  user: TrayUser
  /** Offers of the live round; null without a live price. */
  offers: Offers | null
}

const separator: TrayLine = { kind: 'separator' }
const line = (label: string, act: TrayAct | null = null): TrayLine => ({ kind: 'line', label, act })

function priceLines(facts: PriceFacts, text: TrayText): TrayLine[] {
  const { price } = facts
  if (!price) return [line(freshnessText(facts, text), 'open')]
  const value = text.t('tray.price', { price: text.format.price(price.value, 2) })
  const change = changeText(facts, text)
  const time = text.time(Date.parse(price.time))
  return [
    { kind: 'line', label: value, act: 'open', isTicking: true },
    ...(change === null
      ? []
      : [{ kind: 'line' as const, label: change, act: null, isTicking: true }]),
    { kind: 'line', label: `${freshnessText(facts, text)} · ${time}`, act: null, isTicking: true },
  ]
}

/** The own vote in the round of `targetDate`, and its value; empty without one. */
function ownVoteLines(targetDate: number, about: MenuFacts, text: TrayText): TrayLine[] {
  const own = ownVoteText(targetDate, about, text)
  if (!own) return []
  const value: TrayLine[] =
    own.value === null ? [] : [{ kind: 'line', label: own.value, act: null, isTicking: true }]
  return [line(own.vote, 'votes'), ...value]
}

/** Rounds depend on the time only, so they are right even with old data. */
function roundLines(about: MenuFacts, text: TrayText): TrayLine[] {
  const { now } = about
  const live = liveRound(now)
  const waiting = waitingRound(now)
  const target = (instant: number) =>
    line(text.t('tray.target', { date: text.format.date(instant) }))
  return [
    separator,
    line(text.t('tray.live', { time: text.span(live.closesAt - now) }), 'votes'),
    target(live.targetDate),
    line(text.t('tray.closed', { time: text.span(waiting.targetDate - now) }), 'votes'),
    target(waiting.targetDate),
    ...ownVoteLines(waiting.targetDate, about, text),
  ]
}

/** Whether the user is known to have voted in the live round. `now` is server time. */
export function hasVoted(user: MenuFacts['user'], now: number): boolean {
  if (user === null || user === 'unknown') return false
  return user.lastVoteTime >= liveRound(now).opensAt
}

function voteText({ user, now }: MenuFacts, { t }: TrayText): string {
  if (user === null) return t('tray.guest')
  if (user === 'unknown') return t('tray.unknown')
  return t(hasVoted(user, now) ? 'tray.voted' : 'tray.notVoted')
}

/** The directions with their offers, and the way to a note; after the vote the list. */
function voteLines({ user, now, offers }: MenuFacts, { t, core, format }: TrayText): TrayLine[] {
  if (hasVoted(user, now)) return [line(t('tray.votes'), 'votes')]
  if (user === null || user === 'unknown') return [line(t('tray.vote'), 'vote')]
  const directions = DIRECTIONS.map((act): TrayLine => {
    const name = { mark: DIRECTION_MARKS[act], direction: core(`direction.${act}`) }
    const offer = offers?.[act]
    const points = offer && { hit: format.signed(offer.hit), miss: format.signed(offer.miss) }
    const label = points ? t('tray.call.now', { ...name, ...points }) : t('tray.call.none', name)
    return { kind: 'line', label, act, isTicking: true }
  })
  return [...directions, line(t('tray.voteNote'), 'vote')]
}

/** Lines of the tray menu from top to bottom. */
export function menuLines(about: MenuFacts, text: TrayText): TrayLine[] {
  const { facts, hasMarketData, settings, now } = about
  const own = ownVoteLines(liveRound(now).targetDate, about, text)
  const { t } = text
  const check = (label: string, act: TrayAct, isOn: boolean): TrayLine => {
    return { kind: 'line', label, act, isOn }
  }
  return [
    ...priceLines(facts, text),
    ...(hasMarketData ? roundLines(about, text) : []),
    separator,
    ...(own.length > 0 ? own : [line(voteText(about, text))]),
    ...voteLines(about, text),
    line(t('tray.open'), 'open'),
    line(t('tray.chart'), 'chart'),
    separator,
    check(t('tray.mini'), 'mini', settings.isMiniOpen),
    check(t('tray.mute'), 'mute', settings.isMuted),
    separator,
    line(t('tray.quit'), 'quit'),
  ]
}

function handlerOf(act: TrayAct, actions: TrayActions): () => void {
  const handlers: Record<TrayAct, () => void> = {
    up: () => actions.vote('up'),
    steady: () => actions.vote('steady'),
    down: () => actions.vote('down'),
    open: () => actions.open(),
    vote: () => actions.open('/vote/write'),
    votes: () => actions.open('/vote'),
    mini: () => actions.toggleMini(),
    chart: () => actions.showChart(),
    mute: () => actions.toggleMute(),
    quit: () => actions.quit(),
  }
  return handlers[act]
}

/** A single ampersand would mark a mnemonic. */
const plain = (label: string) => label.replaceAll('&', '&&')

/** Converts the lines to native menu items. */
export function menuItems(lines: readonly TrayLine[], actions: TrayActions): MenuItem[] {
  return lines.map((line): MenuItem => {
    if (line.kind === 'separator') return { type: 'separator' }
    const { act, isOn } = line
    return {
      type: isOn === undefined ? 'normal' : 'checkbox',
      label: plain(line.label),
      enabled: act !== null,
      ...(isOn !== undefined && { checked: isOn }),
      ...(act && { click: handlerOf(act, actions) }),
    }
  })
}
