/** How long an author may edit a vote or post, in milliseconds from its creation. */
export const EDIT_WINDOW_MS = 3_600_000

/**
 * Whether a vote or post created at `created` may still be edited at `now` (epoch milliseconds). The
 * window is half-open: the last millisecond counts, exactly one hour no longer does. A `now` before
 * `created`, as a viewer's slow clock gives, is inside.
 */
export function canEdit(created: number, now: number): boolean {
  return now - created < EDIT_WINDOW_MS
}
