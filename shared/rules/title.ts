import { hasVisible } from './is-blank.ts'
import { textLines } from './text-lines.ts'

/** The longest title, in code points. */
export const TITLE_MAX = 80

/** Controls and bidi marks, which would break the layout of a list row; emoji joiners stay. */
const CONTROLS = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Truncates to at most `max` code points without splitting a grapheme. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const points = [...text.slice(0, (max + 1) * 2)]
  if (points.length <= max) return text
  const limit = points.slice(0, max).join('').length
  let end = 0
  for (const { index, segment } of graphemes.segment(text.slice(0, limit + 64))) {
    if (index + segment.length > limit) break
    end = index + segment.length
  }
  return text.slice(0, end === 0 ? limit : end).trimEnd()
}

/**
 * Title of a post or vote: the first non-blank of its text lines, white space collapsed, at most 80 code
 * points. Empty when there is no visible text (a picture alone).
 */
export function titleOfLines(lines: Iterable<string>): string {
  for (const line of lines) {
    if (hasVisible(line)) {
      return truncate(
        line.replace(/\s+/g, ' ').replace(CONTROLS, '').trim().replace(/ +/g, ' '),
        TITLE_MAX,
      )
    }
  }
  return ''
}

/** Title of a post or vote from its sanitized HTML. */
export const titleOf = (html: string): string => titleOfLines(textLines(html))

/** A first paragraph or heading without formatting. */
const FIRST_BLOCK = /^\s*<(p|h[1-6])(?:\s[^>]*)?>[^<]*<\/\1>/

/**
 * Content as shown below its title: without an unformatted first line that `title` repeats whole.
 * Expects sanitized HTML.
 */
export function withoutTitle(html: string, title: string): string {
  const [block = ''] = FIRST_BLOCK.exec(html) ?? []
  // A longer line is cut in the title.
  const isWhole = title !== '' && [...title].length < TITLE_MAX
  return isWhole && titleOf(block) === title ? html.slice(block.length) : html
}
