import { expect, test } from 'bun:test'
import { canUndo, nextCase, pathAfter } from './act-form.tsx'

test('opens the next case, else the last of the others', () => {
  const cases = [{ id: 7 }, { id: 5 }, { id: 9 }]
  expect(nextCase(cases, 7)).toBe(5)
  expect(nextCase(cases, 9)).toBe(5)
  expect(nextCase([{ id: 7 }], 7)).toBe(null)
  expect(nextCase([], 7)).toBe(null)
})

test('opens the first case when the decided one is on another page', () => {
  expect(nextCase([{ id: 1 }, { id: 2 }], 7)).toBe(1)
})

test('goes on within the page, and from an empty one to the first', () => {
  const place = { state: 'closed', page: 2 } as const
  const cases = [{ id: 7 }, { id: 5 }]
  expect(pathAfter(cases, 7, place)).toBe('/admin/reports/5?tab=closed&page=2')
  expect(pathAfter(cases, 7, { state: 'open', page: 1 })).toBe('/admin/reports/5')
  expect(pathAfter([{ id: 7 }], 7, place)).toBe('/admin/reports?tab=closed')
})

test.each([
  ['hide', false, null, true],
  ['rename', false, null, true],
  ['dismiss', false, null, false],
  ['hide', true, null, false],
  ['hide', false, '2026-11-21T00:00:00.000Z', false],
] as const)(
  '%s of a text, hidden: %p, by an author banned at %p: can be undone: %p',
  (act, hidden, bannedAt, expected) => {
    expect(canUndo({ act }, { hidden, author: { bannedAt } })).toBe(expected)
  },
)
