import { describe, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { NotificationConstructorOptions } from 'electron'
import type { Notice } from './alert.ts'
import { createNotifier } from './notifier.ts'

const notice = (path: string): Notice => ({ kind: 'band', title: 'title', body: 'body', path })

/** A notifier with clickable fake notifications. */
function createFixture(supported = true) {
  const notifications: Shown[] = []
  class Shown extends EventEmitter {
    static isSupported = () => supported
    readonly options: NotificationConstructorOptions
    isShown = false
    isClosed = false
    constructor(options: NotificationConstructorOptions) {
      super()
      this.options = options
      notifications.push(this)
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
  return { notifier, notifications, paths }
}

describe('createNotifier', () => {
  test('shows a notification; a click opens its path', () => {
    const { notifier, notifications, paths } = createFixture()
    notifier.notify(notice('/vote/view/12'))
    expect(notifications[0]?.options).toEqual({ title: 'title', body: 'body' })
    expect(notifications[0]?.isShown).toBe(true)
    expect(paths).toEqual([])
    notifications[0]?.emit('click', {})
    expect(paths).toEqual(['/vote/view/12'])
  })

  test('handles a click from the notification center', () => {
    const { notifier, notifications, paths } = createFixture()
    notifier.notify(notice('/vote'))
    notifications[0]?.emit('close', { reason: 'timedOut' })
    notifications[0]?.emit('click', {})
    expect(paths).toEqual(['/vote'])
  })

  test('shows nothing where notifications are unsupported', () => {
    const { notifier, notifications } = createFixture(false)
    notifier.notify(notice('/'))
    expect(notifications).toEqual([])
  })

  test('closes visible notifications on stop, except clicked and failed ones', () => {
    const { notifier, notifications } = createFixture()
    for (const path of ['/', '/vote', '/profile']) notifier.notify(notice(path))
    notifications[0]?.emit('click', {})
    notifications[1]?.emit('failed', {}, 'no space')
    notifier.stop()
    expect(notifications.map(({ isClosed }) => isClosed)).toEqual([false, false, true])
  })

  test('retains only the newest twenty notifications', () => {
    const { notifier, notifications } = createFixture()
    for (let count = 0; count < 50; count++) notifier.notify(notice('/'))
    notifier.stop()
    const closed = notifications.map(({ isClosed }) => isClosed)
    expect(closed.lastIndexOf(false)).toBe(29)
    expect(closed.filter(Boolean)).toHaveLength(20)
  })
})
