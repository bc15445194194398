import { describe, expect, test } from 'bun:test'
import { CONTACT } from '#shared/i18n/contact.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import type { LegalDocument } from './legal-text.ts'
import { privacy } from './privacy.ts'
import { terms } from './terms.ts'

const documents: [string, LegalDocument][] = [
  ['the terms', terms],
  ['the privacy policy', privacy],
]

describe.each(documents)('%s', (_, { order, texts }) => {
  test('has every section in every language', () => {
    for (const locale of LOCALES) {
      const { sections } = texts[locale]
      expect(Object.keys(sections).sort()).toEqual([...order].sort())
      for (const name of order) {
        const { heading = '', blocks = [] } = sections[name] ?? {}
        expect(heading).not.toBe('')
        for (const item of blocks.flat()) expect(item.length).toBeGreaterThan(10)
      }
    }
  })

  test('has blocks of the same kinds in both languages', () => {
    for (const name of order) {
      const [english, korean] = LOCALES.map((locale) =>
        texts[locale].sections[name]?.blocks.map((block) =>
          typeof block === 'string' ? 'paragraph' : block.length,
        ),
      )
      expect({ name, blocks: korean }).toEqual({ name, blocks: english })
    }
  })

  test('has a date and a contact address', () => {
    expect(texts['en-US'].dated).toContain('August 12, 2025')
    expect(texts['ko-KR'].dated).toContain('2025년 8월 12일')
    for (const locale of LOCALES) {
      expect(JSON.stringify(texts[locale].sections.contact)).toContain(CONTACT)
    }
  })

  test('has a reasonable length', () => {
    const words = JSON.stringify(texts['en-US']).split(/\s+/).length
    expect(words).toBeGreaterThan(900)
    expect(words).toBeLessThan(2_000)
  })
})

test('states the minimum age in both documents and languages', () => {
  expect(privacy.texts['en-US'].sections.children.blocks.join()).toContain(
    'The service is not intended for children under 13.',
  )
  for (const section of [
    terms.texts['en-US'].sections.accounts,
    privacy.texts['en-US'].sections.children,
  ]) {
    expect(section.blocks.join()).toContain('persons under 14 may not register')
  }
  for (const section of [
    terms.texts['ko-KR'].sections.accounts,
    privacy.texts['ko-KR'].sections.children,
  ]) {
    expect(section.blocks.join()).toContain('만 13세 미만')
    expect(section.blocks.join()).toContain('만 14세 미만은 가입할 수 없습니다')
  }
})
