import { expect, test } from 'bun:test'
import { hasLink, replyText } from './reply.ts'

test.each([
  'https://example.com',
  'see HTTP://EXAMPLE.COM/x now',
  'www.example.com',
  't.me/room',
  'discord.gg/abc',
  'open.kakao.com/o/g1',
  '여기 example.co 로',
])('finds an address in %p', (text) => {
  expect(hasLink(text)).toBe(true)
})

test.each([
  'up 5.5% from here',
  '99,027.10 or 95.000',
  'I think so.Me too',
  'price... coming down',
  'a@b.community',
  '',
])('finds no address in %p', (text) => {
  expect(hasLink(text)).toBe(false)
})

test('stores a reply without spaces at line ends and without gaps of empty lines', () => {
  expect(replyText('  one \r\ntwo\t\n\n\n\n three\n\n')).toBe('one\ntwo\n\n three')
  expect(replyText(' \n\u00a0 ')).toBe('')
})
