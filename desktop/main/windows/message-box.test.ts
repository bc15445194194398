import { expect, test } from 'bun:test'
import type { MessageBoxOptions } from 'electron'
import { createMessageBox } from './message-box.ts'

const windowOf = (name: string, state: { hidden?: true; focused?: true; fixed?: true } = {}) => ({
  name,
  isVisible: () => !state.hidden,
  isFocused: () => state.focused === true,
  isResizable: () => !state.fixed,
})
type Window = ReturnType<typeof windowOf>

test.each([
  [
    [windowOf('ticker', { fixed: true }), windowOf('main'), windowOf('chart', { focused: true })],
    'chart',
  ],
  [[windowOf('ticker', { fixed: true }), windowOf('main')], 'main'],
  [[windowOf('main', { hidden: true }), windowOf('ticker', { fixed: true })], 'ticker'],
  [[windowOf('main', { hidden: true })], undefined],
  [[], undefined],
])('a message box belongs to a visible window: %#', async (all, parent) => {
  const parents: (string | undefined)[] = []
  const showMessageBox = async (...args: [MessageBoxOptions] | [Window, MessageBoxOptions]) => {
    const [first] = args
    parents.push('name' in first ? first.name : undefined)
    return { response: 1 }
  }
  const show = createMessageBox<Window>({
    dialog: { showMessageBox },
    BrowserWindow: { getAllWindows: () => all },
  })
  expect(await show({ message: 'x' })).toEqual({ response: 1 })
  expect(parents).toEqual([parent])
})
