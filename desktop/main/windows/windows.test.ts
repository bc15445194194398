import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { FakeWindow } from '#tests/support/desktop/fake-window.ts'
import { finish, windows } from '#tests/support/desktop/windows-fixture.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('the main window', () => {
  test('is created when first shown', () => {
    expect(windows().count()).toBe(0)
  })

  test('opens the home page and appears after the first paint', () => {
    const { showMain, newest } = windows()
    showMain()
    expect(newest().done).toEqual(['load app://tidemark/'])
    finish(newest())
    expect(newest().done).toEqual(['load app://tidemark/', 'show'])
  })

  test('opens the desk when the settings say so, and a path that is asked for before it', () => {
    const { showMain, settings, newest } = windows()
    settings.write({ startScreen: 'desk' })
    showMain()
    expect(newest().done).toEqual(['load app://tidemark/desk'])
    newest().emit('closed')
    showMain('/vote')
    expect(newest().done).toEqual(['load app://tidemark/vote'])
  })

  test.each([
    [true, '#0c1116'],
    [false, '#f3f6f9'],
  ])('has the background of the theme before the first paint, dark: %p', (isDark, color) => {
    const { showMain, newest } = windows({}, 'linux', { isDark })
    showMain()
    expect(newest().options).toMatchObject({ show: false, backgroundColor: color })
    expect(newest().options).toMatchObject({ title: '타이드마크', minWidth: 360, minHeight: 480 })
  })

  test.each([
    ['linux', '/icon.png'],
    ['darwin', undefined],
  ])('has an icon where the executable carries none, on %s', (system, icon) => {
    const { showMain, newest } = windows({}, system)
    showMain()
    expect(newest().options.icon).toBe(icon)
  })

  test('keeps its size on Wayland, and stores no position there', () => {
    const main = { x: 40, y: 60, width: 900, height: 700, isMaximised: false }
    const { showMain, newest, file } = windows({ main }, 'linux', { isWayland: true })
    showMain()
    expect(newest().options).toMatchObject({ width: 900, height: 700 })
    expect(newest().options).not.toHaveProperty('x')
    newest().bounds = { x: 0, y: 0, width: 950, height: 710 }
    newest().close()
    expect(file.read().main).toEqual({ ...main, width: 950, height: 710 })
  })

  test('opens with the size that a Wayland session stored', () => {
    const { showMain, newest } = windows({ main: { width: 900, height: 700, isMaximised: false } })
    showMain()
    expect(newest().options).toMatchObject({ width: 900, height: 700 })
    expect(newest().options).not.toHaveProperty('x')
  })

  test('opens at the given path', () => {
    const { showMain, newest } = windows()
    showMain('/vote/view/7')
    expect(newest().done).toEqual(['load app://tidemark/vote/view/7'])
  })

  test('navigates by event once its page is ready, and by a load before', () => {
    const { showMain, newest, count, markReady, isMainReady } = windows()
    expect(isMainReady()).toBe(false)
    showMain()
    showMain('/vote')
    finish(newest())
    expect([markReady({}), isMainReady()]).toEqual([false, false])
    showMain('/donation')
    expect(newest().done.filter((done) => done.startsWith('load'))).toEqual([
      'load app://tidemark/',
      'load app://tidemark/vote',
      'load app://tidemark/donation',
    ])
    expect([markReady(newest().webContents), isMainReady()]).toEqual([true, true])
    showMain('/boards')
    expect(newest().sent).toEqual([['window:go', '/boards']])
    newest().isLoading = true
    showMain('/terms')
    expect(newest().done).toContain('load app://tidemark/terms')
    expect([newest().sent.length, count()]).toEqual([1, 1])
  })

  test('does not appear before the first paint on a second request', () => {
    const { showMain, newest } = windows()
    showMain()
    showMain()
    expect(newest().done).not.toContain('show')
    finish(newest())
    expect(newest().done).toContain('show')
  })

  test('is restored from the taskbar', () => {
    const { showMain, newest } = windows()
    showMain()
    finish(newest())
    newest().isSmall = true
    showMain()
    expect(newest().done.slice(-3)).toEqual(['restore', 'show', 'focus'])
    expect(newest().sent).toEqual([])
  })

  test('is released when closed, and created again', () => {
    const { showMain, newest, count, owns, send } = windows()
    showMain()
    const first = newest()
    expect(owns(first.webContents)).toBe(true)
    first.close()
    expect(owns(first.webContents)).toBe(false)
    send('update:ready', '2.0.0')
    expect(first.sent).toEqual([])
    showMain()
    expect(count()).toBe(2)
  })

  test('navigates back and forward', () => {
    const { showMain, newest, goBack, goForward } = windows()
    goBack()
    showMain()
    goBack()
    goForward()
    for (const command of ['browser-forward', 'browser-backward', 'volume-up'])
      newest().emit('app-command', {}, command)
    expect(newest().done.slice(-4)).toEqual(['back', 'forward', 'forward', 'back'])
  })

  test('restores its bounds and maximized state', () => {
    const main = { x: 40, y: 60, width: 900, height: 700, isMaximised: true }
    const { showMain, newest } = windows({ main })
    showMain()
    expect(newest().options).toMatchObject({ x: 40, y: 60, width: 900, height: 700 })
    finish(newest())
    expect(newest().done.slice(-2)).toEqual(['maximize', 'show'])
  })

  test.each([
    { main: { x: 'left', y: 60, width: 900, height: 700, isMaximised: false } },
    { main: null },
    { main: 3 },
    {},
  ])('uses the default position for invalid bounds %j', (stored) => {
    const { showMain, newest } = windows(stored)
    showMain()
    expect(newest().options).toMatchObject({ width: 1180, height: 820 })
    expect(newest().options.x).toBeUndefined()
  })

  test('opens on the nearest display when its own is gone', () => {
    const main = { x: 9000, y: 60, width: 900, height: 700, isMaximised: false }
    const { showMain, newest } = windows({ main })
    showMain()
    expect(newest().options).toMatchObject({ x: 540, y: 60, width: 900, height: 700 })
  })

  test('stores its bounds after a delay, and when it closes', () => {
    const { showMain, newest, file } = windows({ mini: 'as it was' })
    showMain()
    const window = newest()
    window.bounds = { x: 1, y: 30, width: 500, height: 600 }
    window.emit('move')
    jest.advanceTimersByTime(499)
    window.emit('resize')
    jest.advanceTimersByTime(499)
    expect(file.read()).toEqual({ mini: 'as it was' })
    jest.advanceTimersByTime(1)
    expect(file.read()).toMatchObject({
      mini: 'as it was',
      main: { ...window.bounds, isMaximised: false },
    })
    window.bounds = { x: 2, y: 30, width: 500, height: 600 }
    window.isFull = true
    window.emit('maximize')
    window.close()
    expect(file.read().main).toEqual({ ...window.bounds, isMaximised: true })
    expect(jest.getTimerCount()).toBe(0)
  })
})

test('the mark of the taskbar button returns whenever the main window is shown', () => {
  const { showMain, setOverlay, newest } = windows()
  setOverlay(null, 'no call')
  showMain()
  newest().emit('show')
  setOverlay(null, '')
  newest().emit('show')
  const overlays = newest().done.filter((done) => done.startsWith('overlay'))
  expect(overlays).toEqual(['overlay off no call', 'overlay off ', 'overlay off '])
})

test('the global shortcut shows the main window, and hides the one with the focus', () => {
  const { toggleMain, newest, count } = windows()
  toggleMain()
  finish(newest())
  expect(count()).toBe(1)
  newest().hasFocus = true
  toggleMain()
  expect(newest().done.at(-1)).toBe('hide')
  newest().hasFocus = false
  toggleMain()
  expect(newest().done.slice(-2)).toEqual(['show', 'focus'])
})

test.each([
  ['darwin', ['full screen false'], ['full screen false', 'hide']],
  ['win32', ['hide'], ['hide']],
] as const)('a hidden full-screen window leaves no space behind on %s', (system, before, after) => {
  const { toggleMain, newest } = windows({}, system)
  toggleMain()
  finish(newest())
  const window = newest()
  window.hasFocus = true
  window.isInFullScreen = true
  const count = window.done.length
  toggleMain()
  expect(window.done.slice(count)).toEqual([...before])
  window.emit('leave-full-screen')
  expect(window.done.slice(count)).toEqual([...after])
})

describe('the pinned main window', () => {
  test('opens on top, and follows the setting until it is closed', () => {
    const { showMain, newest, settings } = windows()
    settings.write({ isMainPinned: true })
    showMain()
    const window = newest()
    expect(window.options.alwaysOnTop).toBe(true)
    settings.write({ isMainPinned: false })
    expect(window.done).toContain('on top')
    window.close()
    const before = window.done.length
    settings.write({ isMainPinned: true })
    expect(window.done).toHaveLength(before)
  })
})

describe('the window of a vote from the tray', () => {
  test('is small, on top, appears once loaded, and takes the direction', () => {
    const { showVote, newest, count } = windows()
    showVote('up')
    const window = newest()
    expect(window.options).toMatchObject({ resizable: false, alwaysOnTop: true, show: false })
    expect(window.done).toEqual(['load app://tidemark/vote/now/up'])
    finish(window)
    showVote('down')
    expect(count()).toBe(1)
    expect(window.done).toEqual([
      'load app://tidemark/vote/now/up',
      'show',
      'load app://tidemark/vote/now/down',
      'show',
      'focus',
    ])
    window.close()
    showVote('steady')
    expect(count()).toBe(2)
  })

  test('belongs to the app, and claims no order on Wayland', () => {
    const { showVote, newest, owns } = windows({}, 'linux', { isWayland: true })
    showVote('up')
    expect(newest().options).not.toHaveProperty('alwaysOnTop')
    expect(owns(newest().webContents)).toBe(true)
  })
})

test('a window that is hidden or minimized is not shown, and tells when it appears', () => {
  const { showMain, newest, isShown, onShown } = windows()
  showMain()
  const { webContents } = newest()
  const shown: object[] = []
  const stop = onShown((page) => shown.push(page))
  expect([isShown(webContents), isShown({})]).toEqual([true, false])
  newest().isHidden = true
  expect(isShown(webContents)).toBe(false)
  newest().isHidden = false
  newest().isSmall = true
  expect(isShown(webContents)).toBe(false)
  newest().emit('show')
  newest().emit('restore')
  expect(shown).toEqual([webContents, webContents])
  stop()
  newest().emit('show')
  expect(shown).toHaveLength(2)
})

test('all windows receive events and run in the sandbox with the same preferences', () => {
  const { showMain, setMini, showPanel, send, owns } = windows()
  showMain()
  setMini(true)
  showPanel('chart')
  send('stream:update', { type: 'link', link: 'offline' })
  expect(FakeWindow.all).toHaveLength(3)
  for (const window of FakeWindow.all) {
    expect(window.sent).toEqual([['stream:update', { type: 'link', link: 'offline' }]])
    expect(owns(window.webContents)).toBe(true)
    expect(window.options.webPreferences).toMatchObject({
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      experimentalFeatures: false,
      devTools: false,
    })
  }
})
