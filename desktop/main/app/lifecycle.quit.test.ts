import { expect, jest, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { quitInOrder } from './lifecycle.ts'

/** Quits like Electron: emits `will-quit`, ends unless prevented. */
class App extends EventEmitter {
  hasEnded = false
  private isQuitting = false
  quit() {
    // In Electron microtasks run before the prevention of the first quit is known.
    if (this.isQuitting) return
    this.isQuitting = true
    let isPrevented = false
    const preventDefault = () => {
      isPrevented = true
    }
    this.emit('will-quit', { preventDefault })
    queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => this.endQuit(isPrevented))))
  }
  private endQuit(isPrevented: boolean) {
    this.isQuitting = false
    this.hasEnded = !isPrevented
  }
}

const settle = async () => {
  await new Promise(setImmediate)
  await new Promise(setImmediate)
}

test('quits after a single stop has finished', async () => {
  const app = new App()
  const powerMonitor = new EventEmitter()
  const { promise, resolve } = Promise.withResolvers<void>()
  let stops = 0
  const stop = () => {
    stops++
    return promise
  }
  quitInOrder({ app, powerMonitor, stop, endQuit: () => app.quit() })
  app.quit()
  await settle()
  app.quit()
  expect([app.hasEnded, stops]).toEqual([false, 1])
  resolve()
  await settle()
  expect([app.hasEnded, stops]).toEqual([true, 1])
  expect([...app.eventNames(), ...powerMonitor.eventNames()]).toEqual([])
})

test('does not delay a shutdown of the system, but calls stop', async () => {
  const app = new App()
  const powerMonitor = new EventEmitter()
  let stops = 0
  const stop = () => {
    stops++
    return new Promise(() => {})
  }
  quitInOrder({ app, powerMonitor, stop, endQuit: () => app.quit() })
  powerMonitor.emit('shutdown')
  app.quit()
  await settle()
  expect([app.hasEnded, stops]).toEqual([true, 1])
})

test('waits again after a shutdown that was called off', async () => {
  const app = new App()
  const powerMonitor = new EventEmitter()
  jest.useFakeTimers()
  quitInOrder({ app, powerMonitor, stop: () => new Promise(() => {}), endQuit: () => app.quit() })
  powerMonitor.emit('shutdown')
  jest.advanceTimersByTime(60_000)
  jest.useRealTimers()
  app.quit()
  await settle()
  expect(app.hasEnded).toBe(false)
})

test.each([
  ['rejects', () => Promise.reject(new Error('stop failed'))],
  [
    'throws',
    () => {
      throw new Error('stop failed')
    },
  ],
])('quits when stop %s', async (_name, stop) => {
  const app = new App()
  quitInOrder({ app, powerMonitor: new EventEmitter(), stop, endQuit: () => app.quit() })
  app.quit()
  await settle()
  expect(app.hasEnded).toBe(true)
})
