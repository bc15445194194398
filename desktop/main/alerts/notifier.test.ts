import { describe, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { NotificationConstructorOptions } from 'electron'
import type { Notice } from './alert.ts'
import { createNotifier } from './notifier.ts'

const notice = (path: string): Notice => ({ kind: 'band', title: 'title', body: 'body', path })

/** Notifications that a test can click. */
function rig(supported = true) {
  const made: Shown[] = []
  class Shown extends EventEmitter {
    static isSupported = () => supported
    readonly options: NotificationConstructorOptions
    isShown = false
    isClosed = false
    constructor(options: NotificationConstructorOptions) {
      super()
      this.options = options
      made.push(this)
    }
    show() {
      this.isShown = true
    }
    close() {
      this.isClosed = true
      this.emit('close', {})
    }
  }
  const paths: string[] = []
  const notifier = createNotifier({ Notification: Shown, show: (path) => paths.push(path) })
  return { notifier, made, paths }
}

describe('the notifier', () => {
  test('shows what it is told, and a click shows the path', () => {
    const { notifier, made, paths } = rig()
    notifier.notify(notice('/vote/view/12'))
    expect(made[0]?.options).toEqual({ title: 'title', body: 'body' })
    expect(made[0]?.isShown).toBe(true)
    expect(paths).toEqual([])
    made[0]?.emit('click', {})
    expect(paths).toEqual(['/vote/view/12'])
  })

  test('can still be clicked from the notification centre', () => {
    const { notifier, made, paths } = rig()
    notifier.notify(notice('/vote'))
    made[0]?.emit('close', { reason: 'timedOut' })
    made[0]?.emit('click', {})
    expect(paths).toEqual(['/vote'])
  })

  test('makes none where the system has none', () => {
    const { notifier, made } = rig(false)
    notifier.notify(notice('/'))
    expect(made).toEqual([])
  })

  test('takes back what is shown when it stops, but for what was clicked or failed', () => {
    const { notifier, made } = rig()
    for (const path of ['/', '/vote', '/profile']) notifier.notify(notice(path))
    made[0]?.emit('click', {})
    made[1]?.emit('failed', {}, 'no room')
    notifier.stop()
    expect(made.map(({ isClosed }) => isClosed)).toEqual([false, false, true])
  })

  test('holds the newest twenty and no more', () => {
    const { notifier, made } = rig()
    for (let count = 0; count < 50; count++) notifier.notify(notice('/'))
    notifier.stop()
    const closed = made.map(({ isClosed }) => isClosed)
    expect(closed.lastIndexOf(false)).toBe(29)
    expect(closed.filter(Boolean)).toHaveLength(20)
  })
})
