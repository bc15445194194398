import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { displayHtml, displayText, foldCase, parseQuery, textTokens } from './search-tokens.ts'

const tokensOf = (text: string) => textTokens(foldCase(displayText(text)))

test.each([
  ['비트코인', ['비트', '트코', '코인']],
  ['가 나', []],
  ['the ETF', ['the', 'etf']],
  ['BTC가격', ['btc', 'c가', '가격']],
  ['95,000달러', ['95', '000', '0달', '달러']],
  ['ﾋﾞｯﾄコイン', ['ビッ', 'ット', 'トコ', 'コイ', 'イン']],
  ['比特币', ['比特', '特币']],
  ['🚀 !', []],
])('finds the tokens of %p', (text, tokens) => {
  expect(tokensOf(text).sort()).toEqual(tokens.sort())
})

test('cuts words after 32 code points, in texts and queries', () => {
  const word = 'x'.repeat(40)
  expect(tokensOf(word)).toEqual([word.slice(0, 32)])
  expect(parseQuery(word).prefixes).toEqual([word.slice(0, 32)])
})

test('a word of a query is the beginning of one only where its term ends', () => {
  expect(parseQuery('btc가 95,000 c++')).toEqual({
    terms: ['btc가', '95,000', 'c++'],
    tokens: ['btc', 'c가', '95'],
    prefixes: ['000'],
  })
})

test('reads a query without characters that the database refuses', () => {
  expect(parseQuery('비트\0코인').terms).toEqual(['비트코인'])
})

test('folds composed, compatible and final forms alike', () => {
  const folded = (text: string) => foldCase(displayText(text))
  expect(folded('비트'.normalize('NFD'))).toBe('비트')
  expect(folded('ＢＴＣ①')).toBe('btc1')
  expect(folded('ΟΔΟΣ')).toBe(folded('οδος'))
  expect(folded('İSTANBUL')).toBe('istanbul')
})

test('folding keeps the length of each character', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const character = String.fromCodePoint(point)
    if (foldCase(character).length !== character.length) throw new Error(point.toString(16))
  }
})

test('reads the words of HTML in their order', () => {
  expect(displayHtml('<p>one<br>two</p><p>three &amp; 넷</p>')).toBe('one two three & 넷')
})

/** Two characters of one word, in a script with spaces between words. */
const WITHIN_WORD =
  /^(?:(?![\p{L}\p{N}])\p{M}|(?![\p{scx=Hang}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}])[\p{L}\p{N}]){2}$/u

/** Words of several scripts, beside any text. */
const word = fc.oneof(
  fc.constantFrom(
    '비트코인',
    '가격',
    'the',
    'price',
    'ビット',
    '比特币',
    '95,000',
    'c++',
    '🚀',
    'é',
    'ΟΔΟΣ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))

test('a text has the tokens of each part that begins where a word does, or within Hangul, Han or Kana', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (raw, from, length) => {
      const folded = foldCase(displayText(raw))
      const points = [...folded]
      const start = points.length === 0 ? 0 : from % points.length
      const isInWord = WITHIN_WORD.test(points.slice(Math.max(0, start - 1), start + 1).join(''))
      fc.pre(!isInWord)
      const part = points.slice(start, start + 1 + (length % 40)).join('')
      const tokens = textTokens(folded)
      const { tokens: whole, prefixes } = parseQuery(part)
      for (const token of whole) expect(tokens).toContain(token)
      for (const prefix of prefixes) {
        expect(tokens.some((token) => token.startsWith(prefix))).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a query costs no more tokens than it has characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 64 }), (query) => {
      const { tokens, prefixes } = parseQuery(query)
      expect(tokens.length + prefixes.length).toBeLessThanOrEqual([...displayText(query)].length)
    }),
  )
})
