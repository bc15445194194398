import { expect, test } from 'bun:test'
import { nextCase } from './act-form.tsx'

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
