import { DAY_MS } from './time.ts'

/**
 * Seasons are calendar quarters (UTC) of the target date, written `2026Q4`. Instants are epoch
 * milliseconds; a season is half-open `[start, end)`.
 */

/** Calls that count before a person is ranked in a season. */
export const SEASON_MIN_CALLS = 8
/** Age of an account in milliseconds before it is ranked in a season. */
export const MIN_ACCOUNT_AGE_MS = 14 * DAY_MS

const SEASON = /^(\d{4})Q([1-4])$/
const MONTHS = 3

/** Whether `text` names a season, such as `2026Q4`. */
export function isSeason(text: string): boolean {
  return SEASON.test(text)
}

/** The season of a round with this target. */
export function seasonOf(targetDate: number): string {
  const date = new Date(targetDate)
  const quarter = Math.floor(date.getUTCMonth() / MONTHS) + 1
  return `${String(date.getUTCFullYear()).padStart(4, '0')}Q${quarter}`
}

/** First instant of a season. Throws a RangeError when `season` names none. */
export function seasonStart(season: string): number {
  const [, year, quarter] = SEASON.exec(season) ?? []
  if (year === undefined || quarter === undefined) throw new RangeError(`no season ${season}`)
  return new Date(0).setUTCFullYear(Number(year), (Number(quarter) - 1) * MONTHS, 1)
}

/** First instant after a season. Throws a RangeError when `season` names none. */
export function seasonEnd(season: string): number {
  return new Date(seasonStart(season)).setUTCMonth((Number(season.slice(-1)) - 1) * MONTHS + MONTHS)
}

/**
 * When an account is ranked in seasons: at 14 days of age, later if its person had erased another account.
 * `ranksFrom` is that later instant, or null.
 */
export function rankedSince(created: number, ranksFrom: number | null): number {
  return Math.max(created + MIN_ACCOUNT_AGE_MS, ranksFrom ?? 0)
}
