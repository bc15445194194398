import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkNickname, cleanNickname, firstNickname, NICKNAME_MAX } from './nickname.ts'

test('trims and collapses white space', () => {
  expect(cleanNickname('  a \t\n b\u00a0\u3000c ')).toBe('a b c')
})

test('removes invisible characters', () => {
  expect(cleanNickname('a\u202eb\u200bc\u0000d\u3164e\ufefff')).toBe('abcdef')
  expect(cleanNickname('\ud800a')).toBe('a')
})

test('returns an error code for each violation', () => {
  expect(checkNickname(' \u200b\u3164 ', 'x')).toEqual({ ok: false, code: 'NICKNAME_EMPTY' })
  expect(checkNickname('  x ', 'x')).toEqual({ ok: false, code: 'NICKNAME_SAME' })
  expect(checkNickname('a'.repeat(21), 'x')).toEqual({ ok: false, code: 'NICKNAME_TOO_LONG' })
  expect(checkNickname('a'.repeat(20), 'x')).toEqual({ ok: true, nickname: 'a'.repeat(20) })
})

test.each(['\u{13441}', '\u{1d159}', '\u{16fe4}', '\u0301', 'a \u0301', `a${'\u0317'.repeat(3)}`])(
  'refuses blank-looking text and stacked marks: %j',
  (name) => {
    expect(checkNickname(name, 'x')).toEqual({ ok: false, code: 'NICKNAME_UNREADABLE' })
  },
)

test('accepts two marks in a row, refuses reserved names, and lets an old one stay', () => {
  expect(checkNickname('q\u0323\u0307', 'x').ok).toBe(true)
  expect(checkNickname('น้ำ', 'x').ok).toBe(true)
  expect(checkNickname('Admin', 'x')).toEqual({ ok: false, code: 'NICKNAME_RESERVED' })
  expect(checkNickname('Admin', 'Admin')).toEqual({ ok: false, code: 'NICKNAME_SAME' })
  expect(firstNickname('Admin', 'ABC123')).toBe('trader-ABC123')
})

test('counts code points of the NFC form', () => {
  expect(checkNickname('🚀'.repeat(20), 'x').ok).toBe(true)
  expect(checkNickname('🚀'.repeat(21), 'x').ok).toBe(false)
  expect(checkNickname('한'.normalize('NFD').repeat(20), 'x')).toEqual({
    ok: true,
    nickname: '한'.repeat(20),
  })
})

test('is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (raw) => {
      const once = cleanNickname(raw)
      expect(cleanNickname(once)).toBe(once)
    }),
  )
})

test('creates a first nickname that passes the rules or is the default one', () => {
  expect(firstNickname(' Ada  Lovelace ', 'ABC123')).toBe('Ada Lovelace')
  expect(firstNickname(undefined, 'ABC123')).toBe('trader-ABC123')
  expect(firstNickname('\u200b', 'ABC123')).toBe('trader-ABC123')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (given) => {
      const first = firstNickname(given, 'ABC123')
      if (first !== 'trader-ABC123') {
        expect(checkNickname(first, '')).toEqual({ ok: true, nickname: first })
      }
      expect([...first].length).toBeLessThanOrEqual(NICKNAME_MAX)
    }),
  )
})
