import { HOUR_MS } from './time.ts'

/** Edit window of votes and posts, milliseconds from creation. */
export const EDIT_WINDOW_MS = HOUR_MS

/**
 * Whether a vote or post created at `created` is editable at `now` (epoch milliseconds). The window is
 * half-open; a `now` before `created` (a slow client clock) is inside.
 */
export function canEdit(created: number, now: number): boolean {
  return now - created < EDIT_WINDOW_MS
}
