import { beforeEach, expect, mock, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { confirmReload, watchCrashes } from './crashes.ts'

class Contents extends EventEmitter {
  isGone = false
  reload = mock(() => {})
  close = mock(() => {
    this.isGone = true
  })
  readonly id: number
  constructor(id: number) {
    super()
    this.id = id
  }
  isDestroyed = () => this.isGone
}

let app: EventEmitter
let process: EventEmitter
let now: number
let answer: Promise<boolean>
let ask: ReturnType<typeof mock<() => Promise<boolean>>>
let error: ReturnType<typeof mock<(message: string, detail?: unknown) => void>>
let stop: () => void

beforeEach(() => {
  app = new EventEmitter()
  process = new EventEmitter()
  now = 0
  answer = Promise.resolve(true)
  ask = mock(() => answer)
  error = mock(() => {})
  const log = { debug: error, info: error, warn: error, error }
  stop = watchCrashes({ app, process, log, ask, now: () => now })
})

const goes = (contents: Contents, reason = 'crashed') =>
  app.emit('render-process-gone', {}, contents, { reason, exitCode: 139 })
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('errors that nobody caught are written down and end nothing', () => {
  process.emit('uncaughtException', new Error('one'), 'uncaughtException')
  process.emit('unhandledRejection', new Error('two'), Promise.resolve())
  expect(error.mock.calls).toEqual([
    ['nobody caught this error', new Error('one')],
    ['nobody caught this rejection', new Error('two')],
  ])
})

test('a fault that repeats itself does not fill the file', () => {
  for (let index = 0; index < 1_000; index++) process.emit('uncaughtException', new Error('again'))
  expect(error).toHaveBeenCalledTimes(20)
  expect(error.mock.lastCall?.[0]).toEndWith('left out for a minute')
  now += 60_000
  process.emit('uncaughtException', new Error('again'))
  expect(error).toHaveBeenCalledTimes(21)
})

test('a window is loaded again once, then its person is asked', async () => {
  const window = new Contents(1)
  goes(window)
  expect(window.reload).toHaveBeenCalledTimes(1)
  expect(ask).not.toHaveBeenCalled()

  goes(window)
  expect(window.reload).toHaveBeenCalledTimes(1)
  await settled()
  expect(ask).toHaveBeenCalledTimes(1)
  expect(window.reload).toHaveBeenCalledTimes(2)
})

test('ten minutes later it is a new case', () => {
  const window = new Contents(1)
  goes(window)
  now += 10 * 60_000 + 1
  goes(window)
  expect(window.reload).toHaveBeenCalledTimes(2)
  expect(ask).not.toHaveBeenCalled()
})

test('many windows that are gone ask once, and are closed when nobody wants them', async () => {
  let decide = (_again: boolean) => {}
  answer = new Promise((resolve) => {
    decide = resolve
  })
  const windows = [new Contents(1), new Contents(2), new Contents(3)]
  for (const window of windows) goes(window)
  for (const window of windows) goes(window)
  for (const window of windows) goes(window)
  expect(ask).toHaveBeenCalledTimes(1)
  decide(false)
  await settled()
  for (const window of windows) expect(window.close).toHaveBeenCalledTimes(1)
})

test('a window that cannot start is not loaded on and on; nobody to ask means no', async () => {
  answer = Promise.reject(new Error('no screen'))
  const window = new Contents(1)
  goes(window, 'launch-failed')
  await settled()
  expect(window.reload).not.toHaveBeenCalled()
  expect(window.close).toHaveBeenCalledTimes(1)
})

test('a window or helper that ends as it should is no fault', () => {
  const window = new Contents(1)
  goes(window, 'clean-exit')
  app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 })
  expect(error).not.toHaveBeenCalled()
  expect(window.reload).not.toHaveBeenCalled()
})

test('a helper that crashes and a bridge that fails are written down', () => {
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 })
  const window = new Contents(1)
  app.emit('web-contents-created', {}, window)
  window.emit('preload-error', {}, '/opt/preload.cjs', new Error('no'))
  expect(error.mock.calls.map(([message]) => message)).toEqual([
    'a helper process is gone',
    'the bridge of a window failed',
  ])
})

test('stopped, it listens to nothing any more', () => {
  const window = new Contents(1)
  app.emit('web-contents-created', {}, window)
  const closed = new Contents(2)
  app.emit('web-contents-created', {}, closed)
  closed.emit('destroyed')
  stop()
  expect(app.eventNames()).toEqual([])
  expect(process.eventNames()).toEqual([])
  expect(window.listenerCount('preload-error')).toBe(0)
})

test('the message is in both languages, and closing it is no wish to try again', async () => {
  const showMessageBox = mock(async (_: { message: string; cancelId?: number }) => ({
    response: 1,
  }))
  for (const locale of ['en-US', 'ko-KR'] as const) {
    expect(await confirmReload({ dialog: { showMessageBox }, locale: () => locale })).toBe(false)
  }
  const [english, korean] = showMessageBox.mock.calls.map(([options]) => options)
  expect(english?.message).toBe('This window stopped working')
  expect(korean?.message).toBe('이 창이 작동을 멈췄습니다')
  expect(english?.cancelId).toBe(1)
})
