import { expect, test } from 'bun:test'
import { DOMParser } from '@xmldom/xmldom'
import fc from 'fast-check'
import { atomXml, escapeXml, type Feed } from './atom.ts'

const ATOM = 'http://www.w3.org/2005/Atom'

function parse(xml: string) {
  const refuse = (message: string) => {
    throw new Error(message)
  }
  const handler = { warning: refuse, error: refuse, fatalError: refuse }
  return new DOMParser({ errorHandler: handler }).parseFromString(xml, 'text/xml')
}

const FEED: Feed = {
  url: 'https://site.example/feed/notices.xml?lang=en&x="y"',
  page: 'https://site.example/boards/notices',
  title: 'Notices & <more>',
  language: 'en',
  entries: [
    {
      url: 'https://site.example/boards/notices/view/1',
      title: 'Old',
      author: '#7GX2QK',
      published: '2026-11-01T00:00:00.000Z',
      updated: '2026-11-01T00:00:00.000Z',
      content: '<p class="a">x &amp; y</p><img src="/a.png">]]>',
    },
    {
      url: 'https://site.example/boards/notices/view/2',
      title: 'New',
      author: '#7GX2QK',
      published: '2026-11-02T00:00:00.000Z',
      updated: '2026-11-03T00:00:00.000Z',
      summary: 'a < b',
    },
  ],
}

const texts = (parent: ReturnType<typeof parse>, name: string) =>
  Array.from(parent.getElementsByTagNameNS(ATOM, name)).map(({ textContent }) => textContent)

/** RFC 3339 with upper-case T and Z, as RFC 4287 wants it. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

test('has what RFC 4287 requires of feeds and entries', () => {
  const document = parse(atomXml(FEED))
  const feed = document.documentElement
  expect([feed?.namespaceURI, feed?.localName]).toEqual([ATOM, 'feed'])
  const children = (parent: Node | null, name: string) =>
    Array.from(parent?.childNodes ?? []).filter(({ nodeName }) => nodeName === name)
  for (const name of ['id', 'title', 'updated']) expect(children(feed, name)).toHaveLength(1)
  const links = Array.from(document.getElementsByTagNameNS(ATOM, 'link')).map((link) => [
    link.parentNode?.nodeName,
    link.getAttribute('rel'),
    link.getAttribute('href'),
  ])
  expect(links.slice(0, 2)).toEqual([
    ['feed', 'self', FEED.url],
    ['feed', 'alternate', FEED.page],
  ])
  const entries = Array.from(document.getElementsByTagNameNS(ATOM, 'entry'))
  expect(entries).toHaveLength(2)
  for (const entry of entries) {
    for (const name of ['id', 'title', 'updated', 'author']) {
      expect(children(entry, name)).toHaveLength(1)
    }
    // An entry without content must link to its page.
    const [link] = Array.from(entry.getElementsByTagNameNS(ATOM, 'link'))
    expect(link?.getAttribute('rel')).toBe('alternate')
  }
  for (const date of [...texts(document, 'updated'), ...texts(document, 'published')]) {
    expect(date).toMatch(DATE)
  }
})

test('is as new as its newest entry, which comes first', () => {
  const document = parse(atomXml(FEED))
  expect(texts(document, 'updated')[0]).toBe('2026-11-03T00:00:00.000Z')
  expect(texts(document, 'title')).toEqual([FEED.title, 'New', 'Old'])
  expect(texts(document, 'content')).toEqual([FEED.entries[0]?.content ?? ''])
})

test('without entries is a valid feed', () => {
  expect(texts(parse(atomXml({ ...FEED, entries: [] })), 'updated')).toEqual([
    '1970-01-01T00:00:00.000Z',
  ])
})

const HOSTILE = fc.constantFrom(
  '<',
  '>',
  '&',
  '"',
  "'",
  ']]>',
  '<!--',
  '\r\n',
  '\u0085',
  '\u2028',
  '\u0000',
  '\uFFFE',
)
const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), HOSTILE, fc.string({ unit: 'grapheme' })))
  .map((parts) => parts.join(''))

/** The production `Char` of XML 1.0. */
function isXmlCharacter(character: string): boolean {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x20) return '\t\n\r'.includes(character)
  return (point < 0xd800 || point > 0xdfff) && point !== 0xfffe && point !== 0xffff
}

test('any text comes back as it was, without characters that XML does not have', () => {
  fc.assert(
    fc.property(text, (value) => {
      const xml = atomXml({ ...FEED, title: value, url: `https://site.example/?${value}` })
      const document = parse(xml)
      const allowed = [...value].filter(isXmlCharacter).join('')
      expect(texts(document, 'title')[0]).toBe(allowed)
      expect([...xml].every(isXmlCharacter)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('escapes what ends an element or an attribute', () => {
  expect(escapeXml('a<b>&"\r\u0000\ud800c')).toBe('a&lt;b&gt;&amp;&quot;&#13;c')
  expect(escapeXml('\u0085\u2028')).toBe('&#133;&#8232;')
})
