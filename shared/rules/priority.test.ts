import { expect, test } from 'bun:test'
import { isImportant, parsePriority } from './priority.ts'

test('priorities below 99 are important', () => {
  expect([0, 98, 99].map((priority) => isImportant({ priority }))).toEqual([true, true, false])
})

test('parses whole numbers from 0 to 99 and nothing else', () => {
  expect(['0', '7', ' 42 ', '99'].map(parsePriority)).toEqual([0, 7, 42, 99])
  expect(['', '100', '-1', '1.5', '1e1', 'high'].map(parsePriority)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})
