import { hasVisible } from './invisible.ts'
import { textLines } from './text-lines.ts'

/**
 * Whether content counts as empty: nothing can be seen once tags, non-breaking spaces, zero-width
 * characters and the object replacement character are gone. A lone picture or video counts as empty;
 * that is the rule for votes.
 */
export function isBlank(html: string): boolean {
  for (const line of textLines(html)) {
    if (hasVisible(line)) return false
  }
  return true
}

/** Whether a board post counts as empty: no text to see and no picture or video either. */
export function isBlankPost(html: string): boolean {
  return isBlank(html) && !/<(?:img|video|iframe)\b/i.test(html)
}
