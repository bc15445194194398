import { describe, expect, test } from 'bun:test'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'
import { type Clicked, contextTemplate, sharedLink } from './context-menu.ts'

const able = {
  canUndo: false,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: true,
}
const nothing: Clicked = {
  dictionarySuggestions: [],
  editFlags: able,
  isEditable: false,
  linkURL: '',
  hasImageContents: false,
  misspelledWord: '',
  selectionText: '',
}

function labels(clicked: Partial<Clicked>, locale: Locale = 'en-US') {
  const done: string[] = []
  const template = contextTemplate({ ...nothing, ...clicked }, translator(menuTexts, locale), {
    replaceMisspelling: (word) => done.push(`replace ${word}`),
    learnWord: (word) => done.push(`learn ${word}`),
    copyLink: (address) => done.push(`copy ${address}`),
    copyImage: () => done.push('copy the image'),
    saveImage: () => done.push('save the image'),
  })
  for (const { click } of template) Reflect.apply(click ?? (() => {}), undefined, [])
  return { names: template.map(({ label, type }) => label ?? type), done, template }
}

describe('the context menu', () => {
  test('is empty without an applicable action', () => {
    expect(labels({}).names).toEqual([])
    expect(labels({ selectionText: ' \n' }).names).toEqual([])
  })

  test('copies the selection', () => {
    expect(labels({ selectionText: 'text' }).names).toEqual(['Copy'])
    expect(labels({ selectionText: 'text' }, 'ko-KR').names).toEqual(['복사'])
  })

  test('copies and saves an image', () => {
    const { names, done } = labels({ hasImageContents: true })
    expect(names).toEqual(['Copy Image', 'Save Image…'])
    expect(done).toEqual(['copy the image', 'save the image'])
    expect(labels({ hasImageContents: true }, 'ko-KR').names).toEqual([
      '이미지 복사',
      '이미지 저장…',
    ])
  })

  test('enables the available edit actions', () => {
    const { names, template } = labels({
      isEditable: true,
      editFlags: { ...able, canCut: false, canCopy: false },
    })
    expect(names).toEqual(['Cut', 'Copy', 'Paste', 'Paste Without Formatting', 'Select All'])
    expect(template.map(({ enabled }) => enabled)).toEqual([false, false, true, true, true])
  })

  test('offers corrections and adds a word to the dictionary', () => {
    const { names, done } = labels({
      isEditable: true,
      misspelledWord: 'Bitcion',
      dictionarySuggestions: ['Bitcoin'],
    })
    expect(names.slice(0, 4)).toEqual(['Bitcoin', 'Add to Dictionary', 'separator', 'Cut'])
    expect(done).toEqual(['replace Bitcoin', 'learn Bitcion'])
  })

  test('shows that there are no corrections', () => {
    const { template } = labels({ isEditable: true, misspelledWord: 'qqq' }, 'ko-KR')
    expect(template[0]).toEqual({ label: '추천 단어 없음', enabled: false })
  })

  test('copies a link', () => {
    const { names, done } = labels({ linkURL: 'https://a.example/', selectionText: 'a' })
    expect(names).toEqual(['Copy Link', 'separator', 'Copy'])
    expect(done).toEqual(['copy https://a.example/'])
  })
})

test.each([
  ['app://tidemark/vote/view/1?a#b', 'https://site.example/vote/view/1?a#b'],
  ['https://a.example/x', 'https://a.example/x'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['app://elsewhere/', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the link %p is copied as %p', (address, copied) => {
  expect(sharedLink(address, 'https://site.example')).toBe(copied)
})
