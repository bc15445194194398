import { expect, test } from 'bun:test'
import { canonicalPath, findPublicPage } from './public-pages.ts'

const nameOf = (path: string) => findPublicPage(path)?.name ?? null

test.each([
  ['/', 'home'],
  ['/vote', 'votes'],
  ['/boards/frees', 'board'],
  ['/boards/notices/view/12', 'post'],
  ['/rounds/2026-11-19', 'round'],
  ['/u/7GX2QK', 'user'],
])('%s is public', (path, name) => expect(nameOf(path)).toBe(name as ReturnType<typeof nameOf>))

test.each([
  ...['/boards/frees/view/12', '/vote/view/7', '/vote/write', '/profile', '/settings/account'],
  ...['/admin/reports', '/boards/secret', '/boards/notices/view/0', '/boards/notices/edit/1'],
  ...['/login', '/u/', '/rounds/today', '/terms/x', '//', '/donation', '/mini'],
])('%s is not rendered', (path) => expect(nameOf(path)).toBeNull())

test('the canonical path has only the parameters that select content, in one order', () => {
  const canonical = (path: string, lang: string | null = null) => {
    const url = new URL(path, 'http://site')
    const page = findPublicPage(url.pathname)
    return page && canonicalPath(page, url, lang)
  }
  expect(canonical('/rounds?utm_source=x&page=2')).toBe('/rounds?page=2')
  expect(canonical('/vote?filter=notes&x=1&page=3')).toBe('/vote?page=3&filter=notes')
  expect(canonical('/terms?page=2&lang=ko', 'ko')).toBe('/terms?lang=ko')
  expect(canonical(`/rounds?page=${'9'.repeat(50)}`)).toBe('/rounds')
  expect(canonical('/rounds?page=99999')).toBe('/rounds?page=99999')
  for (const page of ['0', '01', '100000', '-1', '1.0', '1e3', '', 'x']) {
    expect(canonical(`/rounds?page=${page}`)).toBe('/rounds')
  }
  expect(canonical('/boards/notices/view/3?page=2')).toBe('/boards/notices/view/3')
  expect(canonical('/vote?filter=other')).toBe('/vote')
  expect(canonical('/ranking?season=2026Q4&page=2')).toBe('/ranking?season=2026Q4&page=2')
})
