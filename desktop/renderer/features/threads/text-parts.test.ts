import { expect, test } from 'bun:test'
import { textParts } from './text-parts.ts'

const MINA = { uniqueCode: '7QX2MB', nickname: 'Mina' }
const LEE = { uniqueCode: '0K3Z9A', nickname: '이수' }
const PEOPLE = [MINA, LEE]

const linksIn = (text: string) =>
  textParts(text, PEOPLE).flatMap((part) => (part.kind === 'link' ? [[part.text, part.href]] : []))
const peopleIn = (text: string) =>
  textParts(text, PEOPLE).flatMap((part) => (part.kind === 'mention' ? [part.person] : []))
const joined = (text: string) =>
  textParts(text, PEOPLE)
    .map((part) => part.text)
    .join('')

test('web addresses are links, without the punctuation of their sentence', () => {
  expect(textParts('see https://example.com/a, or', [])).toEqual([
    { kind: 'text', text: 'see ' },
    { kind: 'link', text: 'https://example.com/a', href: 'https://example.com/a' },
    { kind: 'text', text: ', or' },
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
  expect(joined(text)).toBe(text)
})

test('a link ends before markup and before characters that turn the text around', () => {
  expect(linksIn('https://example.com"onclick="x')).toEqual([
    ['https://example.com', 'https://example.com/'],
  ])
  expect(linksIn('https://example.com/\u202egnp.exe')).toEqual([
    ['https://example.com/', 'https://example.com/'],
  ])
})

test('a code after @ is the mention of its person, however it is typed', () => {
  expect(textParts('@7qx2mb님, see @OK3Z9A.', PEOPLE)).toEqual([
    { kind: 'mention', text: '@7qx2mb', person: MINA },
    { kind: 'text', text: '님, see ' },
    { kind: 'mention', text: '@OK3Z9A', person: LEE },
    { kind: 'text', text: '.' },
  ])
})

test('a code of nobody stays text', () => {
  expect(textParts('@ABCDEF and @7QX2MB', [])).toEqual([
    { kind: 'text', text: '@ABCDEF and @7QX2MB' },
  ])
})

test.each([
  'https://example.com/?to=,@7QX2MB',
  'https://example.com/(@7QX2MB)',
  // No link may open this address, but it is one.
  'https://tidemark.example,@7QX2MB',
  'mina@7QX2MB',
  '@@7QX2MB',
])('%s mentions nobody', (text) => {
  expect(peopleIn(text)).toEqual([])
  expect(joined(text)).toBe(text)
})

test.each([
  ['\u202e@7QX2MB\u202c', [MINA]],
  ['\u2066@7QX2MB\u2069 \u200f@0K3Z9A', [MINA, LEE]],
  ['@7QX\u200d2MB', []],
  ['@7QX2\u202eMB', []],
  ['<a href="@7QX2MB">@0K3Z9A</a>', [MINA, LEE]],
  ['@7QX2MB@0K3Z9A', []],
])('the pieces of %j are the whole text', (text, people) => {
  expect(peopleIn(text)).toEqual(people)
  expect(joined(text)).toBe(text)
})

test('a text of nothing but signs or mentions is split without loss', () => {
  const signs = '@'.repeat(2000)
  expect(textParts(signs, PEOPLE)).toEqual([{ kind: 'text', text: signs }])
  const mentions = '@7QX2MB '.repeat(250)
  expect(peopleIn(mentions)).toHaveLength(250)
  expect(joined(mentions)).toBe(mentions)
})

test('the pieces are the whole text', () => {
  const text = 'a http://b.example c\nhttps://d.example/?e=f&g#h! @7QX2MB'
  expect(joined(text)).toBe(text)
  expect(textParts('', PEOPLE)).toEqual([])
})
