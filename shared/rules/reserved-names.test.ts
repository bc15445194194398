import { expect, test } from 'bun:test'
import { isReservedName } from './reserved-names.ts'

test.each([
  'Tidemark',
  'TIDEMARK',
  't i d e m a r k',
  'Tidеmark',
  'ТІDЕМАRК',
  'Ｔｉｄｅｍａｒｋ',
  '𝐓𝐢𝐝𝐞𝐦𝐚𝐫𝐤',
  'T1demark',
  'Tidernark',
  'Tídemark',
  'admin',
  'АDМІN',
  '[ADMIN1] boss',
  'the admin',
  'Admin2026',
  'admln',
  'Official',
  'offıcial',
  '0fficial',
  'Tidemark Official',
  '운영자',
  '운영자입니다',
  '관 리 자',
  '운영자'.normalize('NFD'),
  '타이드마크 공식',
])('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true)
})

test.each([
  'badminton',
  'Ada',
  '민아',
  'officially',
  'tide',
  'mark',
  'Admiral',
  'Ирина',
  '運営',
  '',
])('%s is not', (name) => {
  expect(isReservedName(name)).toBe(false)
})
