import { expect, test } from 'bun:test'
import { canEdit, EDIT_WINDOW_MS } from './edit-window.ts'

test('is open for one hour, end exclusive', () => {
  const created = Date.parse('2026-11-09T00:00:00Z')
  expect(EDIT_WINDOW_MS).toBe(3_600_000)
  expect(canEdit(created, created)).toBe(true)
  expect(canEdit(created, created + 3_599_999)).toBe(true)
  expect(canEdit(created, created + 3_600_000)).toBe(false)
  expect(canEdit(created, created - 1)).toBe(true)
})
