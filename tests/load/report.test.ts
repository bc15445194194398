import { expect, test } from 'bun:test'
import { passes, type Row, table } from './report.ts'

const row = (unit: Row['unit'], own: number, bar: number | null): Row => ({
  what: 'x',
  against: 'y',
  unit,
  own,
  anchor: 1000,
  bar,
})

test('a bar is the least of what is the better the more, and the most of all else', () => {
  expect([row('/s', 900, 0.8), row('received', 998, 0.999)].map(passes)).toEqual([true, false])
  expect([row('ms', 900, 0.8), row('MB', 1000, 1.1)].map(passes)).toEqual([false, true])
  expect(passes(row('ms', 1, null))).toBeNull()
})

test('a share of what was sent is told finely enough to be judged by', () => {
  expect(table([row('received', 998.5, 0.999)])).toContain('0.9985 ×')
})
