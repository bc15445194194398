import { DAY_MS, dayStart, HOUR_MS } from './time.ts'
import { instantOf, wallTime } from './wall-clock.ts'

/** First and last hour of the day at which a brief can be had. */
export const BRIEF_HOURS = { first: 8, last: 21 } as const

/** When a person wants the brief of the day. */
export interface BriefTime {
  /** Hour of the day, 8 to 21. */
  hour: number
  /** IANA time zone. */
  zone: string
}

/** The first instant after `after` at which a brief is due; once a day of the zone. Epoch milliseconds. */
export function nextBrief(after: number, { hour, zone }: BriefTime): number {
  for (let day = dayStart(wallTime(after, zone)); ; day += DAY_MS) {
    const due = instantOf(day + hour * HOUR_MS, zone)
    if (due > after) return due
  }
}

/** End of the day of `zone` that `now` is in; epoch milliseconds. */
export const localDayEnd = (now: number, zone: string): number =>
  instantOf(dayStart(wallTime(now, zone)) + DAY_MS, zone)
