import { expect, test } from 'bun:test'
import { allTexts, type FoundText } from '#tests/support/interface-texts.ts'

/** Placeholders are named for the code. */
const texts = (await allTexts()).map((found) => {
  return { ...found, text: found.text.replaceAll(/\{\w+\}/g, '{}') }
})

interface WordRule {
  name: string
  locale: FoundText['locale']
  forbidden: RegExp
}

const rules: WordRule[] = [
  { name: 'has no space before a percent sign', locale: 'en-US', forbidden: /\s%/ },
  { name: 'has no space before a percent sign in Korean', locale: 'ko-KR', forbidden: /\s%/ },
  {
    name: 'says when a round settles, not its target',
    locale: 'en-US',
    forbidden: /\btargets?\b/i,
  },
  { name: 'says 결과 시각, not 목표 시각', locale: 'ko-KR', forbidden: /목표/ },
]

test('the texts of every part of the interface are found', () => {
  const files = new Set(texts.map(({ file }) => file))
  for (const file of [
    'core.ts',
    'notifications.ts',
    'desktop/tray.ts',
    'legal/terms',
    'error-text',
  ])
    expect([...files]).toContainEqual(expect.stringContaining(file))
  expect(texts.length).toBeGreaterThan(2500)
})

test.each(rules)('every text $name', ({ locale, forbidden }) => {
  const wrong = texts.filter((found) => found.locale === locale && forbidden.test(found.text))
  expect(wrong.map(({ file, key, text }) => `${file} ${key}: ${text}`)).toEqual([])
})
