import { expect, test } from 'bun:test'
import { changeOf } from './change.ts'

test('a change is a share of the reference', () => {
  expect(changeOf('105', '100')).toBeCloseTo(0.05, 12)
  expect(changeOf('67250.10', '67250.1')).toBe(0)
})
