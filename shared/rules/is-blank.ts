import { hasVisible } from './invisible.ts'
import { textLines } from './text-lines.ts'

/**
 * Whether the note of a vote is empty: nothing visible is left without tags, non-breaking spaces,
 * zero-width characters and the object replacement character. A picture or video alone is empty.
 */
export function isBlank(html: string): boolean {
  for (const line of textLines(html)) {
    if (hasVisible(line)) return false
  }
  return true
}

/** Whether HTML has a picture or a video. */
export function hasMedia(html: string): boolean {
  return /<(?:img|video|iframe)\b/i.test(html)
}

/** Whether a board post is empty: no visible text, picture or video. */
export function isBlankPost(html: string): boolean {
  return isBlank(html) && !hasMedia(html)
}
