import { storable } from '#shared/html/plain.ts'
import { textLines } from './text-lines.ts'

/** The shortest and the longest query, in UTF-16 units. */
export const QUERY_MIN = 2
export const QUERY_MAX = 64

/** Code points of the shortest word that is a token, and of the longest token. */
const WORD_MIN = 2
export const WORD_MAX = 32

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

interface Run {
  /** Bigrams of Hangul, Han or Kana, or one word, cut after WORD_MAX. */
  tokens: string[]
  /** Of letters and digits that are written with spaces. */
  isWord: boolean
  /** Index after its last character. */
  end: number
}

/** The runs of a text, and between two that touch a bigram: `btc가` is rarer than `btc`. */
function* runsOf(folded: string): Generator<Run> {
  let before = { end: -1, last: '' }
  for (const { 0: run, index, groups } of folded.matchAll(RUNS)) {
    const points = [...run]
    if (index === before.end) {
      yield { tokens: [`${before.last}${points[0]}`], isWord: false, end: index }
    }
    before = { end: index + run.length, last: points.at(-1) ?? '' }
    const isWord = groups?.joined === undefined
    const pairs = points.slice(1).map((point, at) => `${points[at]}${point}`)
    const words = points.length < WORD_MIN ? [] : [points.slice(0, WORD_MAX).join('')]
    yield { tokens: isWord ? words : pairs, isWord, end: before.end }
  }
}

/** The tokens of a folded text. */
export function textTokens(folded: string): string[] {
  const tokens = new Set<string>()
  for (const run of runsOf(folded)) for (const token of run.tokens) tokens.add(token)
  return [...tokens]
}

/** A query as the database takes it. Without tokens and prefixes an index cannot find the terms. */
export interface ParsedQuery {
  /** Folded words of the query: each must be in the text. */
  terms: string[]
  /** Tokens that each text with the terms has. */
  tokens: string[]
  /** Beginnings of tokens that each text with the terms has. */
  prefixes: string[]
}

/**
 * Reads a query. Hangul, Han and Kana are found anywhere, other words from their beginning; a character that
 * is neither has no token, but must be in the text.
 */
export function parseQuery(query: string): ParsedQuery {
  const folded = foldCase(displayText(storable(query)))
  const tokens = new Set<string>()
  const prefixes = new Set<string>()
  for (const run of runsOf(folded)) {
    // A word goes on at the end of a term only: `btc` of `btc가` does not.
    const isPrefix = run.isWord && (folded[run.end] ?? ' ') === ' '
    for (const token of run.tokens) (isPrefix ? prefixes : tokens).add(token)
  }
  return {
    terms: [...new Set(folded.split(' '))].filter((term) => term !== ''),
    tokens: [...tokens],
    prefixes: [...prefixes],
  }
}
