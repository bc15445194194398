import { expect, test } from 'bun:test'
import { mondayOf, weekOf, weekStart } from './iso-week.ts'
import { DAY_MS, WEEK_MS } from './time.ts'

const at = (instant: string) => Date.parse(instant)

test.each([
  ['2026-11-16T00:00:00Z', '2026-47'],
  ['2026-11-22T23:59:59.999Z', '2026-47'],
  ['2026-11-23T00:00:00Z', '2026-48'],
  // A year begins with the week of its first Thursday.
  ['2026-01-01T00:00:00Z', '2026-01'],
  ['2027-01-03T23:59:59Z', '2026-53'],
  ['2027-01-04T00:00:00Z', '2027-01'],
  ['2024-12-30T00:00:00Z', '2025-01'],
  ['2021-01-03T12:00:00Z', '2020-53'],
])('%s is in week %s', (instant, week) => {
  expect(weekOf(at(instant))).toBe(week)
  expect(weekStart(week)).toBe(mondayOf(at(instant)))
})

test('weeks follow each other from Monday to Monday', () => {
  const names = new Set<string>()
  for (
    let monday = at('1970-01-05T00:00:00Z');
    monday < at('2100-01-01T00:00:00Z');
    monday += WEEK_MS
  ) {
    const week = weekOf(monday)
    names.add(week)
    expect(new Date(monday).getUTCDay()).toBe(1)
    expect([weekOf(monday + WEEK_MS - 1), weekStart(week)]).toEqual([week, monday])
  }
  expect(names.size).toBe(
    Math.ceil((at('2100-01-01T00:00:00Z') - at('1970-01-05T00:00:00Z')) / WEEK_MS),
  )
})

test.each([
  '2026-00',
  '2026-54',
  '2025-53',
  '1969-01',
  '2026-1',
  '26-01',
  '2026-47\n',
  '2026-W47',
  '',
])('%j is no week', (week) => expect(weekStart(week)).toBeNull())

test('the Monday of an instant is at most six days before', () => {
  expect(mondayOf(at('2026-11-22T23:59:59Z'))).toBe(at('2026-11-16T00:00:00Z'))
  expect(mondayOf(at('2026-11-16T00:00:00Z')) + 7 * DAY_MS).toBe(at('2026-11-23T00:00:00Z'))
})
