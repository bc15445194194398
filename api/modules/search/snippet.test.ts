import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { displayText, foldCase, parseQuery } from '#shared/rules/search-tokens.ts'
import { snippetOf } from './snippet.ts'

const hitsOf = (text: string, query: string) => {
  const snippet = snippetOf(displayText(text), parseQuery(query).terms)
  return snippet.hits.map(({ start, end }) => snippet.text.slice(start, end))
}

test('shows where each word stands, whatever its case', () => {
  expect(hitsOf('Bitcoin 비트코인은 BITCOIN', '비트코인 bitcoin')).toEqual([
    'Bitcoin',
    '비트코인',
    'BITCOIN',
  ])
})

test('merges hits that touch', () => {
  expect(hitsOf('aabbcc', 'aab bbc')).toEqual(['aabbc'])
})

test('cuts a long text around the first hit', () => {
  const { text, hits } = snippetOf(`${'가 '.repeat(500)}목표 ${'나 '.repeat(500)}`.trim(), ['목표'])
  expect(text.length).toBe(162)
  expect(text.startsWith('…') && text.endsWith('…')).toBe(true)
  expect(hits.map(({ start, end }) => text.slice(start, end))).toEqual(['목표'])
})

test('positions are those of the terms in any text', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), fc.nat(), (words, index) => {
      const display = displayText(words.join(' '))
      const term = foldCase(display).split(' ')[index % words.length] ?? ''
      fc.pre(term !== '')
      const { text, hits } = snippetOf(display, [term])
      expect(text.isWellFormed()).toBe(display.isWellFormed())
      expect(hits.length).toBeGreaterThan(0)
      for (const { start, end } of hits) {
        expect(foldCase(text.slice(start, end)).includes(term)).toBe(true)
      }
    }),
  )
})
