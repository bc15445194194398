import { expect, test } from 'bun:test'
import type { MessageBoxOptions } from 'electron'
import { createEmitter } from '#desktop/shared/emitter.ts'
import { createMessageBox } from './message-box.ts'

const windowOf = (
  name: string,
  state: { hidden?: boolean; focused?: true; fixed?: true } = {},
) => ({
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
])('a message box belongs to a visible window: %#', async (all, parent) => {
  const { show, parents } = createFixture(all)
  expect(await show({ message: 'x' })).toEqual({ response: 1 })
  expect(parents).toEqual([parent])
})

test('without a visible window the main one is shown first, which may take a while', async () => {
  const main = { hidden: true }
  const { show, parents, shown, requests } = createFixture([windowOf('main', main)])
  const reply = show({ message: 'x' })
  expect([requests, parents]).toEqual([['main'], []])
  main.hidden = false
  shown.emit({})
  expect(await reply).toEqual({ response: 1 })
  expect(parents).toEqual(['main'])
})

function createFixture(all: Window[]) {
  const parents: (string | undefined)[] = []
  const requests: string[] = []
  const shown = createEmitter<object>()
  const showMessageBox = async (...args: [MessageBoxOptions] | [Window, MessageBoxOptions]) => {
    const [first] = args
    parents.push('name' in first ? first.name : undefined)
    return { response: 1 }
  }
  const show = createMessageBox<Window>({
    dialog: { showMessageBox },
    BrowserWindow: { getAllWindows: () => all },
    windows: () => ({ showMain: () => void requests.push('main'), onShown: shown.subscribe }),
  })
  return { show, parents, shown, requests }
}
