import { expect, test } from 'bun:test'
import { isComposing } from './is-composing.ts'

test.each([
  [{ isComposing: false, keyCode: 13 }, false],
  [{ isComposing: true, keyCode: 13 }, true],
  [{ isComposing: true, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 229 }, true],
])('%p is part of an IME composition: %p', (event, belongs) => {
  expect(isComposing(event)).toBe(belongs)
})
