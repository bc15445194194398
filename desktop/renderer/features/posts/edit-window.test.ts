import { expect, test } from 'bun:test'
import { canEdit } from '#shared/rules/edit-window.ts'
import { editTimeLeft } from './edit-window.tsx'

const CREATED = '2026-11-21T02:30:00.000Z'
const after = (milliseconds: number) => editTimeLeft(CREATED, Date.parse(CREATED) + milliseconds)

test('counts the hour down, also by a clock that is behind', () => {
  expect(after(0)).toBe(3_600_000)
  expect(after(3_599_999)).toBe(1)
  expect(after(3_600_000)).toBeNull()
  expect(after(-5_000)).toBe(3_600_000)
})

test('is null exactly when an edit is refused', () => {
  for (const milliseconds of [0, 1, 3_599_999, 3_600_000, 3_600_001]) {
    const now = Date.parse(CREATED) + milliseconds
    expect(editTimeLeft(CREATED, now) !== null).toBe(canEdit(Date.parse(CREATED), now))
  }
})
