import { expect, test } from 'bun:test'
import { parseRoundQuery } from './find-rounds.ts'

const NOW = Date.parse('2026-11-21T02:30:00Z')

test.each([
  ['2026-11-26', { year: 2026, month: 11, day: 26 }],
  ['2026.11.26', { year: 2026, month: 11, day: 26 }],
  ['11/26', { year: null, month: 11, day: 26 }],
  ['live', { refDate: Date.parse('2026-11-19') }],
  ['대기', { refDate: Date.parse('2026-11-16') }],
  ['95000', null],
  ['lively', null],
])('reads %p', (query, expected) => {
  expect(parseRoundQuery(query, NOW)).toEqual(expected)
})
