import type { Direction } from '#shared/rules/band.ts'
import { outcome } from '#shared/rules/band.ts'
import { type Chances, chances, type OfferInput, s60FromOpens } from '#shared/rules/offer.ts'
import { roundAt, roundStartsBetween } from '#shared/rules/schedule.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'

/** The open of an hour; `otime` is epoch milliseconds (UTC), `open` a decimal string. */
export interface HourlyOpen {
  otime: number
  open: string
}

/** Moments of a round at which strategies vote. */
export const MOMENTS = ['open', 'middle', 'last hour', 'last minute'] as const
export type Moment = (typeof MOMENTS)[number]

/** What a voter sees at one moment. */
export interface View {
  input: OfferInput
  /** The chances under the present version of the rule. */
  chances: Chances
  /** The band of the price at that moment. */
  band: Direction
  /** Place in the file of the hour whose open is the price. */
  place: number
}

/** A settled round of the past. */
export interface PastRound {
  refDate: number
  refPrice: string
  outcome: Direction
  settlePrice: string
  views: Record<Moment, View>
}

const S60_HOURS = 60 * 24
const SETTLE_WITHIN_HOURS = 24

/**
 * The rounds that a file of hourly opens covers, oldest first, with at least 60 days of history each.
 * A round is left out when an hour that it needs is missing; settlement takes the first hour within a
 * day after the target. The last minute has the open of the hour that begins a minute later.
 */
export function pastRounds(opens: readonly HourlyOpen[]): PastRound[] {
  const index = new Map(opens.map(({ otime }, at) => [otime, at]))
  const openAt = (otime: number) => opens[index.get(otime) ?? -1]?.open
  const settlePriceOf = (target: number) => {
    for (let hour = 0; hour < SETTLE_WITHIN_HOURS; hour++) {
      const open = openAt(target + hour * HOUR_MS)
      if (open !== undefined) return open
    }
    return undefined
  }
  const view = (hour: number, now: number, refPrice: string, targetDate: number): View | null => {
    const place = index.get(hour)
    const priceNow = openAt(hour)
    if (place === undefined || priceNow === undefined || place < S60_HOURS) return null
    const newestFirst = opens.slice(place - S60_HOURS, place + 1).reverse()
    const s60 = s60FromOpens(newestFirst.map(({ open }) => Number(open)))
    const input = { priceNow, refPrice, s60, now, targetDate }
    return { input, chances: chances(input), band: outcome(priceNow, refPrice), place }
  }

  const first = opens[0]?.otime ?? 0
  const last = opens.at(-1)?.otime ?? 0
  return roundStartsBetween(first, last).flatMap((start) => {
    const { refDate, targetDate, closesAt } = roundAt(start)
    const refPrice = openAt(refDate)
    const settlePrice = settlePriceOf(targetDate)
    if (refPrice === undefined || settlePrice === undefined) return []
    const viewAt = (hour: number, now = hour) => view(hour, now, refPrice, targetDate)
    const open = viewAt(refDate)
    const middle = viewAt(refDate + Math.floor((closesAt - refDate) / 2 / HOUR_MS) * HOUR_MS)
    const lastHour = viewAt(closesAt - HOUR_MS)
    const lastMinute = viewAt(closesAt, closesAt - MINUTE_MS)
    if (!open || !middle || !lastHour || !lastMinute) return []
    const views = { open, middle, 'last hour': lastHour, 'last minute': lastMinute }
    return [{ refDate, refPrice, outcome: outcome(settlePrice, refPrice), settlePrice, views }]
  })
}
