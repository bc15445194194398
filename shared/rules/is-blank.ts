import { textLines } from './text-lines.ts'

/**
 * Invisible characters: controls, format characters (bidi overrides, zero-width), lone surrogates,
 * private use, and fillers that Unicode classifies as letters or symbols (Hangul fillers, the Braille
 * blank, the object replacement character that editors leave behind).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u

/** Removes invisible characters, tabs and line ends included; spaces stay. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** Whether `text` has at least one visible character. */
export function hasVisible(text: string): boolean {
  return VISIBLE.test(text)
}

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
