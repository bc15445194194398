import { describe, expect, mock, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { NotificationConstructorOptions } from 'electron'
import type { Notice } from './alert.ts'
import { createNotifier, pathOfLaunch } from './notifier.ts'

const notice = (path: string): Notice => ({ kind: 'band', title: 'title', body: 'body', path })

interface FixtureOptions {
  isSupported?: boolean
  system?: string
  hasFocus?: boolean
  /** Do-not-disturb is known to be off. */
  mayPlay?: boolean
  /** The system shows nothing. */
  isRefused?: boolean
  isRepeated?: boolean
}

/** The tag of a click as `HandleToastActivation` in `windows_toast_activator.cc` reads it. */
function tagOf(args: string): string | undefined {
  const parts = args.split('&').map((part) => part.split('='))
  return parts.find((part) => part.length === 2 && part[0] === 'tag')?.[1]
}

/** A notifier with clickable fake notifications. */
function createFixture(options: FixtureOptions = {}) {
  const { isSupported = true, system = 'linux', hasFocus = false, mayPlay = true } = options
  const { isRefused = false, isRepeated = false } = options
  const notifications: Shown[] = []
  type Activated = (details: { arguments: string }) => void
  /** As on Windows: a click before the class is registered is lost. */
  const activation: { callback: Activated | null; isRegistered: boolean } = {
    callback: null,
    isRegistered: false,
  }
  const history: Shown[] = []
  const getHistory = mock(async () => history)
  let stored: Record<string, unknown> = {}
  const file = {
    read: () => stored,
    write: (value: Record<string, unknown>) => {
      stored = value
    },
  }
  class Shown extends EventEmitter {
    static isSupported = () => {
      activation.isRegistered = true
      return isSupported
    }
    static handleActivation = (callback: Activated) => {
      activation.callback = callback
    }
    static getHistory = getHistory
    readonly options: NotificationConstructorOptions
    readonly id: string
    isShown = false
    isClosed = false
    constructor(options: NotificationConstructorOptions) {
      super()
      activation.isRegistered = true
      this.options = options
      this.id = options.id ?? ''
      notifications.push(this)
    }
    show() {
      if (isRefused) return void this.emit('failed', {}, 'turned off')
      // As on macOS: it replaces itself.
      if (this.isShown) this.emit('close', {})
      this.isShown = true
      this.emit('show', {})
    }
    close() {
      this.isClosed = true
      this.emit('close', {})
    }
  }
  const paths: string[] = []
  const warn = mock((_message: string, _detail?: unknown) => {})
  const played: string[] = []
  const sounds = {
    mayPlay: mock(async () => mayPlay),
    isRepeated: () => isRepeated,
    play: (sound: string) => played.push(sound),
    repeat: mock((_by: object, _playAgain: () => void) => {}),
    stop: mock((_by?: object) => {}),
  }
  const start = (at: number) => {
    activation.isRegistered = false
    return createNotifier({
      Notification: Shown,
      show: (path = 'where it is') => paths.push(path),
      hasFocus: () => hasFocus,
      sounds,
      log: { warn },
      file,
      system,
      locale: () => 'ko-KR',
      now: () => at,
    })
  }
  /** As Electron does: the callback gets the arguments, and the notification of their tag a click. */
  const activate = (args: string) => {
    if (!activation.isRegistered) return
    activation.callback?.({ arguments: args })
    notifications.find(({ id }) => id === tagOf(args))?.emit('click', {})
  }
  const notifier = start(1_000)
  const center = { history, getHistory, activate }
  return { notifier, start, notifications, paths, warn, sounds, played, ...center }
}

describe('createNotifier', () => {
  test('shows a notification; a click opens its path', () => {
    const { notifier, notifications, paths } = createFixture()
    notifier.notify(notice('/vote/view/12'))
    expect(notifications[0]?.options).toMatchObject({ title: 'title', body: 'body', silent: false })
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
    const { notifier, notifications } = createFixture({ isSupported: false })
    notifier.notify(notice('/'))
    expect(notifications).toEqual([])
  })

  test('closes visible notifications on stop, except clicked and failed ones', () => {
    const { notifier, notifications, warn } = createFixture()
    for (const path of ['/', '/vote', '/profile']) notifier.notify(notice(path))
    notifications[0]?.emit('click', {})
    notifications[1]?.emit('failed', {}, 'no space')
    expect(warn.mock.calls).toEqual([['the system did not show a notification', 'no space']])
    notifier.stop()
    expect(notifications.map(({ isClosed }) => isClosed)).toEqual([false, false, true])
  })

  test('is silent while a window has the focus', () => {
    const { notifier, notifications } = createFixture({ hasFocus: true })
    notifier.notify(notice('/'))
    expect(notifications[0]?.options.silent).toBe(true)
  })

  test.each(['default', 'silent'] as const)('leaves the sound %s to the system', (sound) => {
    const { notifier, notifications, sounds, played } = createFixture()
    notifier.notify({ ...notice('/'), sound })
    expect(notifications[0]?.options.silent).toBe(sound === 'silent')
    expect(sounds.mayPlay).not.toHaveBeenCalled()
    expect([played, sounds.repeat.mock.calls]).toEqual([[], []])
  })

  test.each(['linux', 'win32'])('plays a sound of ours to a silent one on %s', async (system) => {
    const { notifier, notifications, sounds, played } = createFixture({ system })
    await notifier.notify({ ...notice('/'), sound: 'bell' })
    const options = notifications[0]?.options ?? {}
    expect(options.silent).toBe(true)
    const more = system === 'win32' ? ['toastXml'] : []
    expect(Object.keys(options).sort()).toEqual(['body', 'id', 'silent', 'title', ...more])
    expect(played).toEqual(['bell'])
    sounds.repeat.mock.calls[0]?.[1]()
    expect(played).toEqual(['bell', 'bell'])
  })

  test.each([
    ['linux', 'never'],
    ['win32', undefined],
  ] as const)(
    'stays on the screen of %s while its sound is repeated: %p',
    async (system, timeoutType) => {
      const { notifier, notifications } = createFixture({ system, isRepeated: true })
      for (const sound of ['bell', 'default'] as const) {
        await notifier.notify({ ...notice('/'), sound })
      }
      const timeouts = notifications.map(({ options }) => options.timeoutType)
      expect(timeouts).toEqual([timeoutType, undefined])
    },
  )

  test('leaves the sound to the system when do-not-disturb is on or unknown', async () => {
    const { notifier, notifications, sounds, played } = createFixture({ mayPlay: false })
    await notifier.notify({ ...notice('/'), sound: 'bell' })
    expect(notifications[0]?.options.silent).toBe(false)
    expect([played, sounds.repeat.mock.calls]).toEqual([[], []])
  })

  test('macOS plays the file of a sound, and shows the notification again to repeat it', () => {
    const { notifier, notifications, sounds, played } = createFixture({ system: 'darwin' })
    notifier.notify({ ...notice('/'), sound: 'rise' })
    const [shown] = notifications
    expect(shown?.options).toMatchObject({ silent: false, sound: 'rise.wav' })
    expect(sounds.mayPlay).not.toHaveBeenCalled()
    sounds.repeat.mock.calls[0]?.[1]()
    expect([shown?.isShown, sounds.stop.mock.calls, played]).toEqual([true, [], []])
    expect(sounds.repeat).toHaveBeenCalledTimes(1)
  })

  test('a click and a close by the user end a repetition, the time-out of Windows does not', async () => {
    const { notifier, notifications, sounds } = createFixture({ system: 'win32' })
    for (const sound of ['bell', 'drop'] as const) await notifier.notify({ ...notice('/'), sound })
    const [first, second] = notifications
    first?.emit('close', { reason: 'timedOut' })
    expect(sounds.stop.mock.calls).toEqual([])
    first?.emit('close', { reason: 'userCanceled' })
    second?.emit('click', {})
    expect(sounds.stop.mock.calls.map(([by]) => by)).toEqual([first, second])
  })

  test('nothing is heard of a notification that the system refuses, or of one after the stop', async () => {
    const refused = createFixture({ isRefused: true })
    await refused.notifier.notify({ ...notice('/'), sound: 'bell' })
    expect([refused.played, refused.sounds.repeat.mock.calls]).toEqual([[], []])
    const stopped = createFixture()
    const notified = stopped.notifier.notify({ ...notice('/'), sound: 'bell' })
    stopped.notifier.stop()
    await notified
    expect([stopped.played, stopped.notifications]).toEqual([[], []])
  })

  test('is silent with a sound of ours while a window has the focus', async () => {
    const { notifier, notifications, sounds, played } = createFixture({ hasFocus: true })
    await notifier.notify({ ...notice('/'), sound: 'bell' })
    expect(notifications[0]?.options.silent).toBe(true)
    expect([played, sounds.repeat.mock.calls]).toEqual([[], []])
  })

  test('opens a notification of a crashed run on Windows, and one of this run once', () => {
    const { notifier, start, notifications, paths, activate } = createFixture({ system: 'win32' })
    const path = '/vote/view/1234567890?reply=1234567890'
    for (const each of [path, '/']) notifier.notify(notice(each))
    const [first, second] = notifications.map(({ id }) => id)
    expect([first?.length, first === second].join()).toMatch(/^[1-5]\d,false$/)
    activate(`type=click&tag=${first}`)
    expect(paths).toEqual([path])
    notifications.length = 0
    start(2_000)
    activate(`type=click&tag=${first}`)
    // As earlier versions wrote it.
    activate(`type=click&tag=${path}~rs.1`)
    expect(paths).toEqual([path, path, path])
  })

  test('a click on Windows that names no page of ours shows the app where it is', () => {
    const { paths, activate } = createFixture({ system: 'win32' })
    for (const id of ['//evil~a.1', 'https://evil~a.1', '/x']) activate(`type=click&tag=${id}`)
    activate('')
    expect(paths).toEqual(Array<string>(4).fill('where it is'))
  })

  test.each([
    ['default', ''],
    ['silent', '<audio silent="true"/>'],
  ] as const)(
    'the XML of a notification on Windows has the target of its click, sound: %s',
    (sound, audio) => {
      const { notifier, notifications } = createFixture({ system: 'win32' })
      const text = { title: 'A & B', body: '"<i>"\n\u0000\ud83d▲' }
      notifier.notify({ ...notice('/vote/view/7?reply=9'), ...text, sound })
      expect(notifications[0]?.options.toastXml).toBe(
        [
          '<toast launch="type=click&amp;tag=/vote/view/7?reply:9~rs.1">',
          '<visual><binding template="ToastGeneric">',
          '<text>A &amp; B</text><text>&quot;&lt;i&gt;&quot;\n▲</text>',
          `</binding></visual>${audio}</toast>`,
        ].join(''),
      )
      const launch = /launch="([^"]*)"/.exec(notifications[0]?.options.toastXml ?? '')?.[1]
      expect(tagOf(launch?.replaceAll('&amp;', '&') ?? '')).toBe(notifications[0]?.id)
    },
  )

  test.each([
    ['linux', '&lt;b&gt;1 &amp; 2&lt;/b&gt;'],
    ['darwin', '<b>1 & 2</b>'],
  ])('escapes the body, not the title, for the markup of Linux: %s', (system, body) => {
    const { notifier, notifications } = createFixture({ system })
    notifier.notify({ ...notice('/'), title: 'A & B', body: '<b>1 & 2</b>' })
    expect(notifications[0]?.options).toMatchObject({ title: 'A & B', body })
  })

  test('a repeated one has a button to close it on macOS, which reports a close only then', () => {
    const { notifier, notifications } = createFixture({ system: 'darwin', isRepeated: true })
    for (const sound of ['bell', 'default'] as const) notifier.notify({ ...notice('/'), sound })
    const buttons = notifications.map(({ options }) => options.closeButtonText)
    expect(buttons).toEqual(['닫기', undefined])
  })

  test('opens a notification of a crashed run on macOS', async () => {
    const { notifier, start, notifications, history, paths } = createFixture({ system: 'darwin' })
    notifier.notify(notice('/vote'))
    history.push(...notifications.splice(0))
    for (const shown of history) shown.removeAllListeners()
    start(2_000)
    await Promise.resolve()
    history[0]?.emit('click', {})
    expect(paths).toEqual(['/vote'])
  })

  test.each([
    [false, 1],
    [true, 0],
  ])(
    'macOS asks for permission with the first notification, refused %p, not at a start before',
    async (isRefused, count) => {
      const { notifier, start, getHistory } = createFixture({ system: 'darwin', isRefused })
      start(2_000)
      expect(getHistory).not.toHaveBeenCalled()
      await notifier.notify(notice('/'))
      start(3_000)
      expect(getHistory).toHaveBeenCalledTimes(count)
    },
  )

  test('keeps the notifications of a crashed run, whose clicks a garbage collection would lose', async () => {
    const { start, notifications, history, paths } = createFixture({ system: 'darwin' })
    await Promise.resolve()
    const first = start(2_000)
    for (let count = 0; count < 50; count++) first.notify(notice('/vote'))
    first.stop()
    history.push(...notifications.splice(0))
    for (const shown of history) shown.removeAllListeners()
    const second = start(3_000)
    await new Promise(setImmediate)
    const references = history.splice(0).map((shown) => new WeakRef(shown))
    await new Promise(setImmediate)
    Bun.gc(true)
    const left = references.filter((reference) => reference.deref() !== undefined)
    expect(left).toHaveLength(50)
    left[0]?.deref()?.emit('click', {})
    expect(paths).toEqual(['/vote'])
    second.stop()
  })

  test.each([
    [{ identifier: '/vote/view/7~mabc12.3', userInfo: {} }, '/vote/view/7'],
    [{ identifier: '/vote/view/7?reply:90~mabc12.3' }, '/vote/view/7?reply=90'],
    [{ identifier: '/vote/view/7?reply=90~mabc12.3' }, '/vote/view/7?reply=90'],
    [{ identifier: '/vote/view/7?reply=90&to=/~mabc12.3' }, undefined],
    [{ identifier: '//evil~a.1' }, undefined],
    [{ identifier: 'another' }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('a click that starts the app on macOS opens its path: %j', (launchInfo, path) => {
    expect(pathOfLaunch(launchInfo)).toBe(path)
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
