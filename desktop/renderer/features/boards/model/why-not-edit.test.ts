import { expect, test } from 'bun:test'
import { whyNotEdit } from './why-not-edit.ts'

const post = { uid: 7, created: '2026-11-21T02:30:00.000Z' }
const HOUR_LATER = Date.parse('2026-11-21T03:30:00.000Z')

test('only the author edits, and for one hour', () => {
  expect(whyNotEdit(post, 7, HOUR_LATER - 1)).toBeNull()
  expect(whyNotEdit(post, 7, HOUR_LATER)).toBe('EDIT_WINDOW_CLOSED')
  expect(whyNotEdit(post, 8, HOUR_LATER - 1)).toBe('NOT_AUTHOR')
  expect(whyNotEdit(post, 8, HOUR_LATER)).toBe('NOT_AUTHOR')
  expect(whyNotEdit(post, undefined, HOUR_LATER)).toBeNull()
})
