import { storable } from '#shared/html/plain.ts'
import { textLines } from './text-lines.ts'

/** The shortest and the longest query, in UTF-16 units. */
export const QUERY_MIN = 2
export const QUERY_MAX = 64

/** Code points of the shortest and the longest prefix of a word that is a token. */
const PREFIX_MIN = 2
const PREFIX_MAX = 12

/** UTF-16 units of a text that are searched. Their tokens fit into a tsvector (1 MB) in any script. */
export const SEARCHED_MAX = 32_767

/**
 * Runs of Hangul, Han and Kana, which are written without spaces or with endings, and words of other letters
 * and digits. Each character belongs to one kind wherever it stands, so a part of a text has parts of its runs.
 */
const RUNS =
  /(?<joined>[[\p{L}\p{N}]&&[\p{scx=Hang}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]]+)|[[\p{L}\p{N}\p{M}]--[[\p{L}\p{N}]&&[\p{scx=Hang}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]]]+/gv

/** A text as snippets show it: NFKC, so that each form of a character is one, and single spaces. */
export const displayText = (text: string): string =>
  text.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** The plain text of sanitized HTML as snippets show it, without line breaks. */
export const displayHtml = (html: string): string => displayText([...textLines(html)].join('\n'))

/**
 * Lower case of a display text, by Unicode and no locale, with one form of sigma. Each character keeps its
 * length, so that positions are those of the display text.
 */
export const foldCase = (display: string): string =>
  display.replaceAll('İ', 'I').toLowerCase().replaceAll('ς', 'σ')

/** The bigrams of a run. */
function addBigrams(points: readonly string[], tokens: Set<string>): void {
  for (let at = 1; at < points.length; at++) tokens.add(`${points[at - 1]}${points[at]}`)
}

/** The tokens of a folded text: bigrams of Hangul, Han and Kana, prefixes of words. */
export function textTokens(folded: string): Set<string> {
  const tokens = new Set<string>()
  for (const { 0: run, groups } of folded.matchAll(RUNS)) {
    const points = [...run]
    if (groups?.joined === undefined) {
      const longest = Math.min(points.length, PREFIX_MAX)
      for (let end = PREFIX_MIN; end <= longest; end++) tokens.add(points.slice(0, end).join(''))
    } else {
      addBigrams(points, tokens)
    }
  }
  return tokens
}

/** A query as the database takes it. */
export interface ParsedQuery {
  /** Folded words of the query: each must be in the text. */
  terms: string[]
  /** Tokens that each text with the terms has. Without any, an index cannot find the terms. */
  tokens: string[]
}

/**
 * Reads a query. Hangul, Han and Kana are found anywhere, other words from their beginning; a character that
 * is neither has no token, but must be in the text.
 */
export function parseQuery(query: string): ParsedQuery {
  const folded = foldCase(displayText(storable(query)))
  const tokens = new Set<string>()
  for (const { 0: run, groups } of folded.matchAll(RUNS)) {
    const points = [...run]
    if (groups?.joined !== undefined) addBigrams(points, tokens)
    else if (points.length >= PREFIX_MIN) tokens.add(points.slice(0, PREFIX_MAX).join(''))
  }
  return {
    terms: [...new Set(folded.split(' '))].filter((term) => term !== ''),
    tokens: [...tokens],
  }
}
