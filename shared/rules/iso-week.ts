import { DAY_MS, WEEK_MS } from './time.ts'

/** ISO weeks in UTC, from Monday 00:00 to the next, written `2026-47`. Instants are epoch milliseconds. */

/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4 * DAY_MS
/** Years from 1970 on. */
export const WEEK_PATTERN = '(?:19[7-9]\\d|[2-9]\\d{3})-\\d\\d'
const WEEK = new RegExp(`^${WEEK_PATTERN}$`)

/** The Monday 00:00 at or before `instant`. */
export const mondayOf = (instant: number): number =>
  Math.floor((instant - FIRST_MONDAY) / WEEK_MS) * WEEK_MS + FIRST_MONDAY

/** The Monday of the first week of a year, the one with January 4. */
const firstMonday = (year: number) => mondayOf(Date.UTC(year, 0, 4))

/** The week that contains `instant`; its year is that of its Thursday (ISO 8601). */
export function weekOf(instant: number): string {
  const monday = mondayOf(instant)
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear()
  const number = (monday - firstMonday(year)) / WEEK_MS + 1
  return `${year}-${String(number).padStart(2, '0')}`
}

/** The Monday of a week; null when `week` names none, such as `2026-54`. */
export function weekStart(week: string): number | null {
  if (!WEEK.test(week)) return null
  const [year = 0, number = 0] = week.split('-').map(Number)
  const monday = firstMonday(year) + (number - 1) * WEEK_MS
  return weekOf(monday) === week ? monday : null
}
