import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { avoidHiddenApp } from './without-tray.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

function createFixture({ hasHost = false, isOpen = false, isTickerWanted = false } = {}) {
  const done: string[] = []
  const state = { hasHost, isOpen }
  const app = Object.assign(new EventEmitter(), { quit: () => void done.push('quit') })
  const stop = avoidHiddenApp({
    app,
    isTrayVisible: async () => state.hasHost,
    isTickerWanted: () => isTickerWanted,
    windows: { hasWindow: () => state.isOpen, showMain: () => void done.push('show') },
    log: { info: () => void done.push('log') },
  })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { app, state, done, stop, settle }
}

test('quits with the last window when no panel shows the tray icon', async () => {
  const { app, done, settle } = createFixture()
  app.emit('window-all-closed')
  await settle()
  expect(done).toEqual(['log', 'quit'])
})

test('runs on in the tray, or when another window was opened meanwhile', async () => {
  const { app, state, done, settle } = createFixture({ hasHost: true })
  app.emit('window-all-closed')
  await settle()
  Object.assign(state, { hasHost: false })
  app.emit('window-all-closed')
  state.isOpen = true
  await settle()
  expect(done).toEqual([])
})

test('runs on when the hidden hours of the ticker have closed the last window', async () => {
  const { app, done, settle } = createFixture({ isTickerWanted: true })
  app.emit('window-all-closed')
  await settle()
  expect(done).toEqual([])
})

test('shows the main window after a hidden start, once the panels had time to start', async () => {
  const { done, settle } = createFixture()
  jest.advanceTimersByTime(9_999)
  await settle()
  expect(done).toEqual([])
  jest.advanceTimersByTime(1)
  await settle()
  expect(done).toEqual(['log', 'show'])
})

test.each([{ hasHost: true }, { isOpen: true }])('stays hidden with %j', async (given) => {
  const { done, settle } = createFixture(given)
  jest.advanceTimersByTime(10_000)
  await settle()
  expect(done).toEqual([])
})

test('does nothing once stopped', async () => {
  const { app, done, stop, settle } = createFixture()
  app.emit('window-all-closed')
  stop()
  app.emit('window-all-closed')
  await settle()
  expect([done, jest.getTimerCount()]).toEqual([[], 0])
})
