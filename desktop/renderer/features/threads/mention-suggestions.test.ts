import { describe, expect, test } from 'bun:test'
import { acceptedMention, suggestedPeople, typedMention } from './mention-suggestions.ts'

/** A text with `|` for the caret. */
function at(text: string) {
  const caret = text.indexOf('|')
  return typedMention(text.replace('|', ''), caret)
}

describe('a typed mention', () => {
  test.each([
    ['@m|', { start: 0, end: 2, query: 'm' }],
    ['so @민수| says', { start: 3, end: 6, query: '민수' }],
    ['안녕@7q|', { start: 2, end: 5, query: '7q' }],
    ['(@Min|)', { start: 1, end: 5, query: 'Min' }],
    ['one @a two\n@b|', { start: 11, end: 13, query: 'b' }],
  ])('is found in %j', (text, typed) => {
    expect(at(text)).toEqual(typed)
  })

  test.each([
    '@|',
    'mina|',
    'mina@example|',
    'https://example.com/@mina|',
    '@mina says|',
    '@mina |',
    '@@mina|',
    '@mi|na',
    '@...|',
    '@\n|',
    `@${'a'.repeat(41)}|`,
  ])('is not in %j', (text) => {
    expect(at(text)).toBeNull()
  })

  test('is not in a text of 2,000 signs, even before a letter', () => {
    expect(typedMention('@'.repeat(2000), 2000)).toBeNull()
    expect(typedMention(`${'@'.repeat(1999)}a`, 2000)).toBeNull()
    expect(typedMention(`${'x '.repeat(999)}@a`, 2000)).toEqual({
      start: 1998,
      end: 2000,
      query: 'a',
    })
  })

  test.each([
    ['so @mi| is', 'so @7QX2MB is', 11],
    ['so @mi|', 'so @7QX2MB ', 11],
    ['@mi|, no', '@7QX2MB , no', 8],
  ])('%j becomes %j', (text, result, caret) => {
    const plain = text.replace('|', '')
    const typed = at(text)
    if (!typed) throw new Error('nothing is typed')
    const { start, end, text: inserted } = acceptedMention(plain, typed, '7QX2MB')
    expect(plain.slice(0, start) + inserted + plain.slice(end)).toBe(result)
    expect(start + inserted.length).toBe(caret)
  })
})

describe('suggested people', () => {
  const person = (uniqueCode: string, nickname: string) => ({ uniqueCode, nickname })
  const mina = person('7QX2MB', 'Mina')
  const minsu = person('0K3Z9A', '민수')
  const own = person('AAAAAA', 'Mio')
  const suggested = (query: string, near = [own, mina, minsu], found = [mina]) =>
    suggestedPeople(query, near, found, own.uniqueCode)

  test('have a nickname that begins so, whatever its case and form', () => {
    expect(suggested('mI')).toEqual([mina])
    expect(suggested('민'.normalize('NFD'))).toEqual([minsu])
    expect(suggested('ina')).toEqual([])
  })

  test('are found by a syllable in composition', () => {
    expect(['ㅁ', '미', '민', '민ㅅ'].map((query) => suggested(query))).toEqual(
      Array.from({ length: 4 }, () => [minsu]),
    )
    expect(suggested('만')).toEqual([])
  })

  test('have a code that begins so, as it may be typed', () => {
    expect(suggested('7qx')).toEqual([mina])
    expect(suggested('ok3')).toEqual([minsu])
    expect(suggested('7QX2MBA')).toEqual([])
  })

  test('are those near first, each once, at most eight', () => {
    const found = Array.from({ length: 10 }, (_, index) => person(`7QX2M${index}`, `Mia ${index}`))
    expect(suggested('m', [mina], [mina, ...found])).toEqual([mina, ...found.slice(0, 7)])
  })

  test('leave out authors without a code', () => {
    expect(suggested('gone', [person('', 'Gone')])).toEqual([])
  })
})
