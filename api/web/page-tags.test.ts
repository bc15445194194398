import { expect, test } from 'bun:test'
import { pageTags } from './page-tags.ts'
import type { PageName } from './public-pages.ts'

const tagsOf = (name: PageName, path: string, lang: 'ko' | null = null) =>
  pageTags({
    ...{ name, path, lang, locale: lang ? 'ko-KR' : 'en-US', publicUrl: 'https://site.example' },
    ...{ title: 'T', description: 'D', type: 'website' },
  }).join('\n')

test.each<[PageName, string, boolean]>([
  ['user', '/u/7GX2QK?page=2', true],
  ['call', '/vote/view/7', true],
  ['votes', '/vote', false],
  ['round', '/rounds/2026-11-19', false],
])('the page %s at %s has noindex: %p', (name, path, isHidden) => {
  const tag = '<meta name="robots" content="noindex" />'
  expect(tagsOf(name, path).includes(tag)).toBe(isHidden)
})

test.each<[PageName, string, string]>([
  ['round', '/rounds/2026-11-19', '/cards/rounds/2026-11-19.png'],
  ['user', '/u/7GX2QK?page=2', '/cards/people/7GX2QK.png'],
  ['call', '/vote/view/7', '/cards/calls/7.png'],
  ['home', '/', '/cards/site.png'],
  ['board', '/boards/frees?page=3', '/cards/site.png'],
])('the page %s at %s has the card %s', (name, path, card) => {
  const tags = tagsOf(name, path)
  expect(tags).toContain(`property="og:image" content="https://site.example${card}?lang=en"`)
  expect(tags).toContain('property="og:image:width" content="1200"')
  expect(tags).toContain('property="og:image:height" content="630"')
  expect(tags).toMatch(/property="og:image:alt" content="[^"]{20,}"/)
  expect(tags).toContain('name="twitter:card" content="summary_large_image"')
  expect(tagsOf(name, path, 'ko')).toContain(`${card}?lang=ko"`)
})
