import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { FakeWindow } from '#tests/support/desktop/fake-window.ts'
import { finish, windows } from '#tests/support/desktop/windows-fixture.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('the mini ticker', () => {
  test('opens in the upper right corner, on top, without focus', () => {
    const { setMini, newest } = windows({}, 'darwin')
    setMini(true)
    const { options, done } = newest()
    expect(options).toMatchObject({ x: 1440 - 280 - 16, y: 25 + 16, width: 280, height: 136 })
    expect(options).toMatchObject({ alwaysOnTop: true, frame: false, skipTaskbar: true })
    finish(newest())
    expect(done).toEqual(['on top', 'everywhere', 'load app://tidemark/mini', 'showInactive'])
  })

  test('is a panel on macOS, which full-screen apps do not hide', () => {
    for (const [system, type] of [
      ['darwin', 'panel'],
      ['win32', undefined],
    ] as const) {
      const { setMini, newest } = windows({}, system)
      setMini(true)
      expect(newest().options.type).toBe(type)
    }
  })

  test('claims neither place nor order on Wayland, and hands the focus back', () => {
    const { showMain, setMini, newest } = windows({}, 'linux', { isWayland: true })
    showMain()
    finish(newest())
    const main = newest()
    main.hasFocus = true
    setMini(true)
    for (const name of ['x', 'y', 'alwaysOnTop']) expect(newest().options).not.toHaveProperty(name)
    finish(newest())
    expect(newest().done).toEqual(['load app://tidemark/mini', 'showInactive'])
    expect(main.done.at(-1)).toBe('focus')
  })

  test('is restored without the main window, when it was open', () => {
    const { restoreMini, count, settings } = windows()
    restoreMini()
    expect(count()).toBe(0)
    settings.write({ isMiniOpen: true })
    restoreMini()
    expect(count()).toBe(1)
  })

  test('takes the chosen size and opacity, also while it is open', () => {
    const { setMini, newest, settings } = windows()
    settings.write({ miniSize: 'large', miniOpacity: 70 })
    setMini(true)
    expect(newest().options).toMatchObject({ width: 340, height: 250, opacity: 0.7 })
    const window = newest()
    settings.write({ miniSize: 'small', miniOpacity: 90 })
    expect(window.done).toContain('size 360 40')
    expect(window.done).toContain('opacity 0.9')
    window.close()
    const before = window.done.length
    settings.write({ miniSize: 'medium' })
    expect(window.done).toHaveLength(before)
  })

  test('stays whole on the screen when its size or the displays change', () => {
    const mini = { x: 900, y: 860, width: 360, height: 40, isMaximised: false }
    const { setMini, newest, settings, screen, display } = windows({ mini })
    settings.write({ miniSize: 'small' })
    setMini(true)
    const window = newest()
    expect(window.bounds).toMatchObject({ x: 900, y: 860 })
    settings.write({ miniSize: 'large' })
    window.bounds = { ...window.bounds, width: 340, height: 250 }
    window.emit('resize')
    expect(window.bounds).toMatchObject({ x: 900, y: 25 + 875 - 250 })
    display.workArea = { x: 0, y: 0, width: 800, height: 600 }
    screen.emit('display-metrics-changed')
    jest.advanceTimersByTime(1_000)
    expect(window.bounds).toEqual({ x: 800 - 340, y: 600 - 250, width: 340, height: 250 })
  })

  test('snaps to the edge that it nearly touches when it is dropped', () => {
    const { setMini, newest } = windows()
    setMini(true)
    const window = newest()
    const drop = (x: number, y: number) => {
      window.bounds = { ...window.bounds, x, y }
      window.emit('moved')
      return [window.bounds.x, window.bounds.y]
    }
    expect(drop(11, 300)).toEqual([0, 300])
    expect(drop(13, 300)).toEqual([13, 300])
    expect(drop(1440 - 280 - 9, 25 + 875 - 136 + 12)).toEqual([1440 - 280, 25 + 875 - 136])
  })

  test('snaps on macOS only after the drag, whose every step is reported', () => {
    const { setMini, newest } = windows({}, 'darwin')
    setMini(true)
    const window = newest()
    const count = () => window.done.filter((done) => done.startsWith('bounds')).length
    const before = count()
    for (const x of [40, 11, 8, 3]) {
      window.bounds = { ...window.bounds, x, y: 300 }
      window.emit('moved')
      jest.advanceTimersByTime(199)
    }
    expect([window.bounds.x, count() - before]).toEqual([3, 0])
    jest.advanceTimersByTime(1)
    expect([window.bounds.x, count() - before]).toEqual([0, 1])
    window.emit('moved')
    window.close()
    expect(jest.getTimerCount()).toBe(0)
  })

  test('lets clicks through while the setting says so, at its opening too', () => {
    const { setMini, newest, settings } = windows()
    settings.write({ isMiniClickThrough: true })
    setMini(true)
    const window = newest()
    expect(window.done).toContain('mouse ignored')
    settings.write({ isMiniClickThrough: false })
    expect(window.done.at(-1)).toBe('mouse used')
  })

  test('opens whole on the screen', () => {
    const mini = { x: 1350, y: 300, width: 280, height: 136, isMaximised: false }
    const { setMini, newest } = windows({ mini })
    setMini(true)
    expect(newest().bounds).toMatchObject({ x: 1440 - 280, y: 300 })
  })

  test('has a fixed size', () => {
    const mini = { x: 300, y: 300, width: 700, height: 700, isMaximised: false }
    const { setMini, newest } = windows({ mini })
    setMini(true)
    expect(newest().options).toMatchObject({ x: 300, y: 300, width: 280, height: 136 })
  })

  test('opens once and closes', () => {
    const { setMini, newest, count, settings } = windows()
    settings.write({ isMiniOpen: true })
    setMini(true)
    setMini(true)
    expect(count()).toBe(1)
    setMini(false)
    expect(newest().isGone).toBe(true)
    setMini(false)
  })

  test('turns the setting off when the user closes it, but not on quit', () => {
    const { setMini, newest, settings, leave } = windows()
    settings.write({ isMiniOpen: true })
    setMini(true)
    newest().close()
    expect(settings.store.getState().isMiniOpen).toBe(false)
    settings.write({ isMiniOpen: true })
    setMini(true)
    leave()
    newest().close()
    expect(settings.store.getState().isMiniOpen).toBe(true)
  })

  test('stays away in its hidden hours, with the setting as it was, and comes back after them', () => {
    const { restoreMini, setMini, showMain, newest, count, settings, hours } = windows()
    settings.write({ isMiniOpen: true })
    restoreMini()
    hours.areHidden = true
    setMini(false)
    expect(newest().isGone).toBe(true)
    expect(settings.store.getState().isMiniOpen).toBe(true)
    showMain()
    expect(count()).toBe(2)
    hours.areHidden = false
    showMain()
    expect(newest().done).toContain('load app://tidemark/mini')
  })

  test('comes back when the user stays after all, and is closed by the user afterwards', () => {
    const { setMini, settings, newest, count, leave, stay } = windows()
    settings.write({ isMiniOpen: true })
    setMini(true)
    leave()
    newest().close()
    stay({})
    expect(count()).toBe(2)
    newest().close()
    expect(settings.store.getState().isMiniOpen).toBe(false)
  })

  test('reopens with the first main window', () => {
    const { showMain, settings } = windows()
    settings.write({ isMiniOpen: true })
    showMain()
    expect(FakeWindow.all.map(({ done }) => done[0])).toEqual(['load app://tidemark/', 'on top'])
  })
})
