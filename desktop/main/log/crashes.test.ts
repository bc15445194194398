import { beforeEach, expect, mock, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { confirmReload, watchCrashes } from './crashes.ts'

class Contents extends EventEmitter {
  isClosed = false
  reload = mock(() => {})
  close = mock(() => {
    this.isClosed = true
  })
  readonly id: number
  constructor(id: number) {
    super()
    this.id = id
  }
  isDestroyed = () => this.isClosed
}

let app: EventEmitter
let process: EventEmitter
let now: number
let confirmation: Promise<boolean>
let confirm: ReturnType<typeof mock<() => Promise<boolean>>>
let error: ReturnType<typeof mock<(message: string, detail?: unknown) => void>>
let report: ReturnType<typeof mock<(kind: string, error: Error) => void>>
let stop: () => void

beforeEach(() => {
  app = new EventEmitter()
  process = new EventEmitter()
  now = 0
  confirmation = Promise.resolve(true)
  confirm = mock(() => confirmation)
  error = mock(() => {})
  const log = { debug: error, info: error, warn: error, error }
  report = mock(() => {})
  stop = watchCrashes({ app, process, log, confirm, now: () => now, report })
})

const crash = (contents: Contents, reason = 'crashed') =>
  app.emit('render-process-gone', {}, contents, { reason, exitCode: 139 })
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('logs uncaught errors without ending the app', () => {
  process.emit('uncaughtException', new Error('one'), 'uncaughtException')
  process.emit('unhandledRejection', new Error('two'), Promise.resolve())
  expect(error.mock.calls).toEqual([
    ['uncaught error', new Error('one')],
    ['unhandled rejection', new Error('two')],
  ])
})

test('reports errors of this process, and the ends of others without a stack', () => {
  const one = new Error('one')
  process.emit('uncaughtException', one)
  process.emit('unhandledRejection', 'no error')
  process.emit('unhandledRejection', one)
  crash(new Contents(1))
  crash(new Contents(1), 'clean-exit')
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'oom', exitCode: 9, name: 'gpu' })
  expect(report.mock.calls.map(([kind, { name, message }]) => [kind, name, message])).toEqual([
    ['error', 'Error', 'one'],
    ['rejection', 'Error', 'one'],
    ['crash', 'WindowProcessEnded', 'crashed, exit code 139'],
    ['crash', 'HelperProcessEnded', 'GPU oom, exit code 9'],
  ])
  expect(report.mock.calls[2]?.[1].stack).toBe('')
})

test('limits repeated errors per minute', () => {
  for (let index = 0; index < 1_000; index++) process.emit('uncaughtException', new Error('again'))
  expect(error).toHaveBeenCalledTimes(20)
  expect(error.mock.lastCall?.[0]).toEndWith('omitted for a minute')
  now += 60_000
  process.emit('uncaughtException', new Error('again'))
  expect(error).toHaveBeenCalledTimes(21)
})

test('reloads a window once, then asks the user', async () => {
  const window = new Contents(1)
  crash(window)
  expect(window.reload).toHaveBeenCalledTimes(1)
  expect(confirm).not.toHaveBeenCalled()

  crash(window)
  expect(window.reload).toHaveBeenCalledTimes(1)
  await settled()
  expect(confirm).toHaveBeenCalledTimes(1)
  expect(window.reload).toHaveBeenCalledTimes(2)
})

test('reloads again ten minutes later', () => {
  const window = new Contents(1)
  crash(window)
  now += 10 * 60_000 + 1
  crash(window)
  expect(window.reload).toHaveBeenCalledTimes(2)
  expect(confirm).not.toHaveBeenCalled()
})

test('shows one dialog for several windows and closes them when declined', async () => {
  let decide = (_again: boolean) => {}
  confirmation = new Promise((resolve) => {
    decide = resolve
  })
  const windows = [new Contents(1), new Contents(2), new Contents(3)]
  for (const window of windows) crash(window)
  for (const window of windows) crash(window)
  for (const window of windows) crash(window)
  expect(confirm).toHaveBeenCalledTimes(1)
  decide(false)
  await settled()
  for (const window of windows) expect(window.close).toHaveBeenCalledTimes(1)
})

test('closes a window that cannot launch when the dialog fails', async () => {
  confirmation = Promise.reject(new Error('no screen'))
  const window = new Contents(1)
  crash(window, 'launch-failed')
  await settled()
  expect(window.reload).not.toHaveBeenCalled()
  expect(window.close).toHaveBeenCalledTimes(1)
})

test('ignores clean exits', () => {
  const window = new Contents(1)
  crash(window, 'clean-exit')
  app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 })
  expect(error).not.toHaveBeenCalled()
  expect(window.reload).not.toHaveBeenCalled()
})

test('logs helper crashes and preload errors', () => {
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 })
  const window = new Contents(1)
  app.emit('web-contents-created', {}, window)
  window.emit('preload-error', {}, '/opt/preload.cjs', new Error('no'))
  expect(error.mock.calls.map(([message]) => message)).toEqual([
    'helper process ended',
    'preload script failed',
  ])
})

test('removes all listeners on stop', () => {
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

test('shows the dialog in both languages; closing it declines', async () => {
  const showMessageBox = mock(async (_: { message: string; cancelId?: number }) => ({
    response: 1,
  }))
  for (const locale of ['en-US', 'ko-KR'] as const) {
    expect(await confirmReload({ showMessageBox, locale: () => locale })).toBe(false)
  }
  const [english, korean] = showMessageBox.mock.calls.map(([options]) => options)
  expect(english?.message).toBe('This window stopped working')
  expect(korean?.message).toBe('이 창이 작동을 멈췄습니다')
  expect(english?.cancelId).toBe(1)
})
