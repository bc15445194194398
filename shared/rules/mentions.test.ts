import { expect, test } from 'bun:test'
import { mentionedCodes, mentionSpans } from './mentions.ts'

test.each([
  ['@7QX2MB is right', ['7QX2MB']],
  ['see @7qx2mb, @0K3Z9A and @7QX2MB.', ['7QX2MB', '0K3Z9A']],
  ['@7QX2MB님 말이 맞아요', ['7QX2MB']],
  ['안녕@7QX2MB', ['7QX2MB']],
  ['(@7QX2MB)\n@OK3Z9A', ['7QX2MB', '0K3Z9A']],
  ['mina@7QX2MB', []],
  ['@7QX2MB.example', []],
  ['https://example.com/@7QX2MB', []],
  ['@7QX2M', []],
  ['@7QX2MBZ', []],
  ['@7QX2MB_', []],
  ['@@7QX2MB', []],
  ['@7QX2MU', []],
])('finds the codes that %p mentions', (text, codes) => {
  expect(mentionedCodes(text)).toEqual(codes)
})

test('tells where a mention stands', () => {
  expect(mentionSpans('ok @ok3z9a!')).toEqual([{ start: 3, end: 10, code: '0K3Z9A' }])
})
