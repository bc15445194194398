import { DAY_MS } from '#shared/rules/time.ts'

/** Age of an account whose likes order lists, and settled calls that do as well. */
const MIN_AGE_MS = 14 * DAY_MS
const MIN_CALLS = 5

/** SQL: whether likes of the user order lists; `latest` is the parameter with `latestRanked`. */
export const hasRankedLikes = (user: string, latest: string) =>
  `EXISTS (SELECT FROM user_account a LEFT JOIN user_stats s ON s.user_id = a.id
    WHERE a.id = ${user} AND (a.created <= ${latest} OR s.calls >= ${MIN_CALLS}))`

/** The latest creation of an account that is old enough at `now`, epoch milliseconds. */
export const latestRanked = (now: number): Date => new Date(now - MIN_AGE_MS)
