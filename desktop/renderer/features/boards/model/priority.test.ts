import { expect, test } from 'bun:test'
import { ORDINARY_PRIORITY } from '#shared/contract/posts.ts'
import { isImportant, ORDINARY, priorityOf } from './priority.ts'

test('important is what stands below the ordinary priority of the contract', () => {
  expect(ORDINARY).toBe(ORDINARY_PRIORITY)
  expect([0, 98, 99].map((priority) => isImportant({ priority }))).toEqual([true, true, false])
})

test('a typed priority is a whole number from 0 to 99', () => {
  expect(['0', '7', ' 42 ', '99'].map(priorityOf)).toEqual([0, 7, 42, 99])
  expect(['', '100', '-1', '1.5', '1e1', 'high'].map(priorityOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})
