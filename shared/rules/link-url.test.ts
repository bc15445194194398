import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { LINK_SCHEMES, normalizeLinkUrl } from './link-url.ts'

const CASES: Record<string, string | null> = {
  'a@b.co': 'mailto:a@b.co',
  'first.last+tag@mail.example.com': 'mailto:first.last+tag@mail.example.com',
  '010-1234-5678': 'tel:01012345678',
  '+82 10 1234 5678': 'tel:+821012345678',
  '(02) 123-4567': 'tel:021234567',
  'https://a.b/c?d=e#f': 'https://a.b/c?d=e#f',
  'HTTP://A.b': 'HTTP://A.b',
  'mailto:a@b.co': 'mailto:a@b.co',
  'tel:123': 'tel:123',
  '#top': '#top',
  '/vote': '/vote',
  '//a.b/c': '//a.b/c',
  'example.com': 'http://example.com',
  'example.com:8080/x': 'http://example.com:8080/x',
  '127.0.0.1': 'http://127.0.0.1',
  ' a.b/c d ': 'http://a.b/c%20d',
  '': null,
  ' \u200b ': null,
  'javascript:alert(1)': null,
  'JAVA\tSCRIPT:alert(1)': null,
  '\u0001javascript:alert(1)': null,
  'java\u00adscript:alert(1)': null,
  'data:text/html,x': null,
  'vbscript:x': null,
  'ftp://a.b': null,
  'file:///etc/passwd': null,
}

for (const [typed, expected] of Object.entries(CASES)) {
  test(`${JSON.stringify(typed)} becomes ${expected}`, () => {
    expect(normalizeLinkUrl(typed)).toBe(expected)
  })
}

test('is idempotent, and browsers parse only allowed schemes from it', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom('javascript', ':', 'http', '//', '\t', '&', 'data', '@', '.', 'a', '#', '1'),
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
      (typed) => {
        const url = normalizeLinkUrl(typed)
        if (url === null) return
        expect(normalizeLinkUrl(url)).toBe(url)
        if (!URL.canParse(url, 'https://tidemark.test/')) return
        expect(LINK_SCHEMES).toContain(new URL(url, 'https://tidemark.test/').protocol)
      },
    ),
    { numRuns: 2000 },
  )
})
