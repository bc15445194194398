import { EDIT_WINDOW_MS } from '#shared/rules/edit-window.ts'

/**
 * How much of the edit window of a post is left, as minutes and seconds such as `59:05`; null when
 * nothing is. `created` is ISO 8601, `now` epoch milliseconds. Whole seconds are rounded up, so that
 * `0:00` is never shown while an edit is still taken.
 */
export function timeLeft(created: string, now: number): string | null {
  const span = Math.min(Date.parse(created) + EDIT_WINDOW_MS - now, EDIT_WINDOW_MS)
  if (span <= 0) return null
  const seconds = Math.ceil(span / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
