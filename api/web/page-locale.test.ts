import { expect, test } from 'bun:test'
import { languageInUrl, pageLocale } from './page-locale.ts'

const localeOf = (path: string, headers: Record<string, string> = {}) =>
  pageLocale(new Request(`http://site${path}`, { headers }))

test('a page is in the language of its URL, else of the cookie, else of the browser', () => {
  const korean = { 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8' }
  expect(localeOf('/')).toBe('en-US')
  expect(localeOf('/', korean)).toBe('ko-KR')
  expect(localeOf('/', { 'accept-language': 'en-GB,ko;q=0.5' })).toBe('en-US')
  expect(localeOf('/', { ...korean, cookie: 'a=b; userLocale=en-US' })).toBe('en-US')
  expect(localeOf('/', { cookie: 'xuserLocale=ko-KR' })).toBe('en-US')
  expect(localeOf('/', { ...korean, cookie: 'userLocale=<script>' })).toBe('ko-KR')
  expect(localeOf('/?lang=ko', { cookie: 'userLocale=en-US' })).toBe('ko-KR')
  expect(localeOf('/rounds?page=2&lang=en', korean)).toBe('en-US')
})

test('a shared cache names the language of its entry, which the URL alone overrides', () => {
  const korean = { 'x-shared-cache': 'ko', cookie: 'userLocale=en-US', 'accept-language': 'en' }
  expect(localeOf('/', korean)).toBe('ko-KR')
  expect(localeOf('/?lang=en', korean)).toBe('en-US')
  expect(localeOf('/', { ...korean, 'x-shared-cache': 'fr' })).toBe('en-US')
})

test('only known languages are read from the URL', () => {
  expect(languageInUrl('http://site/?lang=ko')).toBe('ko')
  expect(languageInUrl('http://site/?lang=kok')).toBeNull()
  expect(languageInUrl('http://site/?slang=ko')).toBeNull()
})
