/** Milliseconds. A day has 24 hours: all rules are in UTC. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS

/** The 00:00 UTC at or before `now`; epoch milliseconds. */
export const dayStart = (now: number): number => now - (now % DAY_MS)
