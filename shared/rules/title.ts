import { hasVisible } from './invisible.ts'
import { textLines } from './text-lines.ts'

/** The longest title, in code points. */
export const TITLE_MAX = 80

/** Controls and bidi marks, which would disturb the row a title stands in; emoji joiners stay. */
const DISTURBING = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The longest start of `text` of at most `max` code points that splits no visible character. */
function cut(text: string, max: number): string {
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
 * The title of a post or vote: the first line of its text with something to see, white space collapsed,
 * at most 80 code points. Empty when there is none (a lone picture). Takes sanitised HTML.
 */
export function titleOf(html: string): string {
  for (const line of textLines(html)) {
    if (hasVisible(line)) {
      return cut(
        line.replace(/\s+/g, ' ').replace(DISTURBING, '').trim().replace(/ +/g, ' '),
        TITLE_MAX,
      )
    }
  }
  return ''
}
