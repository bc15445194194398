import { expect, test } from 'bun:test'
import { linkParts } from './link-parts.ts'

const linksIn = (text: string) =>
  linkParts(text).flatMap(({ text: shown, href }) => (href === null ? [] : [[shown, href]]))

test('web addresses are links, without the punctuation of their sentence', () => {
  expect(linkParts('see https://example.com/a, or')).toEqual([
    { text: 'see ', href: null },
    { text: 'https://example.com/a', href: 'https://example.com/a' },
    { text: ', or', href: null },
  ])
  expect(linksIn('(http://example.com/x_(y)).')).toEqual([
    ['http://example.com/x_(y)', 'http://example.com/x_(y)'],
  ])
  expect(linksIn('차트는 https://example.com/a。')).toHaveLength(1)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://',
  'https://tidemark.example@other.example/',
  'https://a:b@other.example/',
])('%s is no link', (text) => {
  expect(linksIn(text)).toEqual([])
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('a link ends before markup and before characters that turn the text around', () => {
  expect(linksIn('https://example.com"onclick="x')).toEqual([
    ['https://example.com', 'https://example.com/'],
  ])
  expect(linksIn('https://example.com/\u202egnp.exe')).toEqual([
    ['https://example.com/', 'https://example.com/'],
  ])
})

test('the pieces are the whole text', () => {
  const text = 'a http://b.example c\nhttps://d.example/?e=f&g#h!'
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
  expect(linkParts('')).toEqual([])
})
