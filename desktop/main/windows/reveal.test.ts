import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { FakeWindow } from '#tests/support/desktop/fake-window.ts'
import { isRevealed, revealOnce } from './reveal.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

function hidden(system: string) {
  const window = new FakeWindow({})
  revealOnce(window, system, window.show)
  return window
}
const load = (window: FakeWindow) => window.webContents.emit('did-finish-load')
const fail = (window: FakeWindow, code: number, isMainFrame = true) =>
  window.webContents.emit('did-fail-load', {}, code, '', 'app://tidemark/', isMainFrame)

test.each(['linux', 'win32', 'darwin'])(
  'a window appears at its first paint, once, on %s',
  (system) => {
    const window = hidden(system)
    expect(isRevealed(window)).toBe(false)
    window.emit('ready-to-show')
    load(window)
    fail(window, -6)
    jest.advanceTimersByTime(20_000)
    expect(window.done).toEqual(['show'])
    expect(isRevealed(window)).toBe(true)
  },
)

test('on Linux it appears once loaded, since Wayland paints no hidden window', () => {
  const window = hidden('linux')
  load(window)
  expect(window.done).toEqual(['show'])
})

test.each(['win32', 'darwin'])(
  'on %s a loaded page without a paint appears after 1.5 s',
  (system) => {
    const window = hidden(system)
    load(window)
    jest.advanceTimersByTime(1_499)
    expect(window.done).toEqual([])
    jest.advanceTimersByTime(1)
    expect(window.done).toEqual(['show'])
  },
)

test('a page that cannot be loaded appears at once', () => {
  const window = hidden('win32')
  // Another load replaced it; a frame within the page.
  fail(window, -3)
  fail(window, -6, false)
  expect(window.done).toEqual([])
  fail(window, -6)
  expect(window.done).toEqual(['show'])
})

test('it appears after 15 s without any sign', () => {
  const window = hidden('win32')
  jest.advanceTimersByTime(14_999)
  expect(window.done).toEqual([])
  jest.advanceTimersByTime(1)
  expect(window.done).toEqual(['show'])
})

test('a closed window does not appear, and leaves no timer', () => {
  const window = hidden('win32')
  load(window)
  window.close()
  expect(jest.getTimerCount()).toBe(0)
  jest.advanceTimersByTime(20_000)
  expect(window.done).toEqual([])
})
