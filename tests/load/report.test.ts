import { expect, test } from 'bun:test'
import { passes, type Row, table } from './report.ts'

const row = (unit: Row['unit'], own: number, bar: number | null): Row => ({
  what: 'x',
  against: 'y',
  unit,
  own,
  baseline: 1000,
  bar,
})

test('treats a bar as a minimum for rates and a maximum for everything else', () => {
  expect([row('/s', 900, 0.8), row('received', 998, 0.999)].map(passes)).toEqual([true, false])
  expect([row('ms', 900, 0.8), row('MB', 1000, 1.1)].map(passes)).toEqual([false, true])
  expect(passes(row('ms', 1, null))).toBeNull()
})

test('prints delivery shares with enough digits', () => {
  expect(table([row('received', 998.5, 0.999)])).toContain('0.9985 ×')
})
