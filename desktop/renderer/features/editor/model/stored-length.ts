import { CONTENT_MAX, RAW_CONTENT_MAX } from '#shared/html/limits.ts'
import type { Sanitise } from '#shared/html/sanitise.ts'

/** What is added to links and players makes no text longer than this many times. */
const MOST_GROWTH = 8

/** Whether it takes a look to know the length by which the server judges a text. */
export function mayGrow(html: string): boolean {
  return html.length * MOST_GROWTH > CONTENT_MAX && html.length <= RAW_CONTENT_MAX
}

/** The length by which the server judges a text; one that it refuses unread counts as it is. */
export function storedLength(html: string, sanitise: Sanitise): number {
  return mayGrow(html) ? sanitise(html).length : html.length
}
