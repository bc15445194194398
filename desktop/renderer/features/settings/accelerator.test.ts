import { expect, test } from 'bun:test'
import { acceleratorOf, acceleratorText } from './accelerator.ts'

const NONE = {
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  isComposing: false,
}

test.each([
  [{ code: 'KeyT', ctrlKey: true, altKey: true }, 'Control+Alt+T'],
  [{ code: 'Digit1', metaKey: true, shiftKey: true }, 'Shift+Super+1'],
  [{ code: 'Space', altKey: true }, 'Alt+Space'],
  [{ code: 'F9' }, 'F9'],
  [{ code: 'KeyT' }, null],
  [{ code: 'KeyT', shiftKey: true }, null],
  [{ code: 'ControlLeft', ctrlKey: true }, null],
  [{ code: 'Tab', altKey: true }, null],
  [{ code: 'KeyT', ctrlKey: true, isComposing: true }, null],
])('%j is %p', (keys, accelerator) => {
  expect(acceleratorOf({ ...NONE, ...keys })).toBe(accelerator)
})

test('is labeled as on the keyboard', () => {
  expect(acceleratorText('Control+Alt+T', false)).toBe('Ctrl+Alt+T')
  expect(acceleratorText('Shift+Super+1', true)).toBe('⇧⌘1')
})
