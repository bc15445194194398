import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { quitInOrder } from './lifecycle.ts'

/** Quits as Electron does: `will-quit`, and gone unless that was prevented. */
class App extends EventEmitter {
  isGone = false
  private isQuitting = false
  quit() {
    // Microtasks run before Electron has heard that the first one was prevented.
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
    this.isGone = !isPrevented
  }
}

const settle = async () => {
  await new Promise(setImmediate)
  await new Promise(setImmediate)
}

test('the app ends when everything has ended, which is begun once', async () => {
  const app = new App()
  const powerMonitor = new EventEmitter()
  const { promise, resolve } = Promise.withResolvers<void>()
  let stops = 0
  const stop = () => {
    stops++
    return promise
  }
  quitInOrder({ app, powerMonitor, stop })
  app.quit()
  await settle()
  app.quit()
  expect([app.isGone, stops]).toEqual([false, 1])
  resolve()
  await settle()
  expect([app.isGone, stops]).toEqual([true, 1])
  expect([...app.eventNames(), ...powerMonitor.eventNames()]).toEqual([])
})

test('a computer that goes down is not kept waiting, and everything is told to end', async () => {
  const app = new App()
  const powerMonitor = new EventEmitter()
  let stops = 0
  const stop = () => {
    stops++
    return new Promise(() => {})
  }
  quitInOrder({ app, powerMonitor, stop })
  powerMonitor.emit('shutdown')
  app.quit()
  await settle()
  expect([app.isGone, stops]).toEqual([true, 1])
})

test.each([
  ['rejects', () => Promise.reject(new Error('a room does not end'))],
  [
    'throws',
    () => {
      throw new Error('a room does not end')
    },
  ],
])('it also ends when the stopping %s', async (_name, stop) => {
  const app = new App()
  quitInOrder({ app, powerMonitor: new EventEmitter(), stop })
  app.quit()
  await settle()
  expect(app.isGone).toBe(true)
})
