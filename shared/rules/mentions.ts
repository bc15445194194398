import { isUniqueCode, normalizeUniqueCode, UNIQUE_CODE_LENGTH } from './unique-code.ts'

/** People whom one reply may mention. */
export const MENTIONS_MAX = 5

/** A code after `@`; not in an e-mail or web address. Hangul may follow at once, as particles do. */
const MENTION = new RegExp(
  `(?<![0-9A-Za-z_@./:])@([0-9A-Za-z]{${UNIQUE_CODE_LENGTH}})(?![0-9A-Za-z_@]|[.:/-][0-9A-Za-z])`,
  'g',
)

/** A mention in a text, from `start` to before `end` in UTF-16 units. */
export interface MentionSpan {
  start: number
  end: number
  /** Unique code, normalized; it may be nobody's. */
  code: string
}

/** The mentions in a plain text, in their order. */
export function mentionSpans(text: string): MentionSpan[] {
  return [...text.matchAll(MENTION)].flatMap((match) => {
    const code = normalizeUniqueCode(match[1] ?? '')
    if (!isUniqueCode(code)) return []
    return [{ start: match.index, end: match.index + match[0].length, code }]
  })
}

/** The different codes that a plain text mentions. */
export const mentionedCodes = (text: string): string[] => [
  ...new Set(mentionSpans(text).map(({ code }) => code)),
]
