import type { Direction } from '#shared/rules/band.ts'
import { outcome } from '#shared/rules/band.ts'
import { type Chances, chances, s60FromOpens } from '#shared/rules/offer.ts'
import { roundAt, roundStartsBetween } from '#shared/rules/schedule.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/** The open of an hour; `otime` is epoch milliseconds (UTC), `open` a decimal string. */
export interface HourlyOpen {
  otime: number
  open: string
}

/** Moments of a round at which strategies vote. */
export const MOMENTS = ['open', 'middle', 'last hour'] as const
export type Moment = (typeof MOMENTS)[number]

/** Chances and band at one moment, as a voter sees them. */
export interface View {
  chances: Chances
  /** The band of the price at that moment. */
  band: Direction
}

/** A settled round of the past. */
export interface PastRound {
  refDate: number
  outcome: Direction
  views: Record<Moment, View>
}

const S60_HOURS = 60 * 24
const SETTLE_WITHIN_HOURS = 24

/**
 * The rounds that a file of hourly opens covers, oldest first, with at least 60 days of history each.
 * A round is left out when an hour that it needs is missing; settlement takes the first hour within a
 * day after the target.
 */
export function pastRounds(opens: readonly HourlyOpen[]): PastRound[] {
  const index = new Map(opens.map(({ otime }, at) => [otime, at]))
  const openAt = (otime: number) => opens[index.get(otime) ?? -1]?.open
  const settlePrice = (target: number) => {
    for (let hour = 0; hour < SETTLE_WITHIN_HOURS; hour++) {
      const open = openAt(target + hour * HOUR_MS)
      if (open !== undefined) return open
    }
    return undefined
  }
  const view = (at: number, refPrice: string, targetDate: number): View | null => {
    const place = index.get(at)
    const priceNow = openAt(at)
    if (place === undefined || priceNow === undefined || place < S60_HOURS) return null
    const newestFirst = opens.slice(place - S60_HOURS, place + 1).reverse()
    const s60 = s60FromOpens(newestFirst.map(({ open }) => Number(open)))
    return {
      chances: chances({ priceNow, refPrice, s60, now: at, targetDate }),
      band: outcome(priceNow, refPrice),
    }
  }

  const first = opens[0]?.otime ?? 0
  const last = opens.at(-1)?.otime ?? 0
  return roundStartsBetween(first, last).flatMap((start) => {
    const { refDate, targetDate, closesAt } = roundAt(start)
    const refPrice = openAt(refDate)
    const settled = settlePrice(targetDate)
    if (refPrice === undefined || settled === undefined) return []
    const middle = refDate + Math.floor((closesAt - refDate) / 2 / HOUR_MS) * HOUR_MS
    const open = view(refDate, refPrice, targetDate)
    const half = view(middle, refPrice, targetDate)
    const late = view(closesAt - HOUR_MS, refPrice, targetDate)
    if (!open || !half || !late) return []
    const views = { open, middle: half, 'last hour': late }
    return [{ refDate, outcome: outcome(settled, refPrice), views }]
  })
}
