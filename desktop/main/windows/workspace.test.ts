import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { FakeWindow } from '#tests/support/desktop/fake-window.ts'
import { windows } from '#tests/support/desktop/windows-fixture.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  FakeWindow.scaleAt = null
})

const display = (x: number, width = 1920) => {
  const bounds = { x, y: 0, width, height: 1080 }
  return { bounds, workArea: bounds }
}
const LAPTOP = display(0, 1440)
const SECOND = display(1440)

/** The app with its main window and a chart on the second of two displays. */
function docked(system = 'linux') {
  const app = windows({}, system)
  app.screen.displays = [LAPTOP, SECOND]
  app.showMain()
  const main = app.newest()
  app.showPanel('chart')
  const chart = app.newest()
  place(main, 100)
  place(chart, 1500)
  return { ...app, main, chart }
}

/** The user drags a window. */
function place(window: FakeWindow, x: number) {
  window.bounds = { x, y: 100, width: 900, height: 620 }
  window.emit('move')
  jest.advanceTimersByTime(500)
}

/** Displays come or go, and the system moves `window` as it likes. */
function connect(
  app: ReturnType<typeof windows>,
  displays: (typeof LAPTOP)[],
  window?: FakeWindow,
) {
  app.screen.displays = displays
  app.screen.emit('display-removed')
  if (window) {
    window.bounds = { ...window.bounds, x: 20 }
    window.emit('move')
  }
  jest.advanceTimersByTime(1_000)
  jest.advanceTimersByTime(1_000)
}

describe('on Windows a display of another scale', () => {
  beforeEach(() => {
    FakeWindow.scaleAt = (x) => (x >= SECOND.bounds.x ? 1.5 : 1)
  })

  test('changes the size of no window that moves to it or from it', () => {
    const app = docked('win32')
    connect(app, [LAPTOP])
    expect(app.chart.bounds).toEqual({ x: 540, y: 100, width: 900, height: 620 })
    connect(app, [LAPTOP, SECOND])
    expect(app.chart.bounds).toEqual({ x: 1500, y: 100, width: 900, height: 620 })
    app.chart.close()
    expect(app.file.read().chart).toMatchObject({ x: 1500, width: 900, height: 620 })
  })

  test('changes the size of no window that opens on it', () => {
    const stored = { x: 1500, y: 100, width: 900, height: 620, isMaximised: false }
    const app = windows({ chart: stored, mini: stored }, 'win32')
    app.screen.displays = [LAPTOP, SECOND]
    app.showPanel('chart')
    app.setMini(true)
    expect(FakeWindow.all.map(({ bounds }) => bounds)).toEqual([
      { x: 1500, y: 100, width: 900, height: 620 },
      { x: 1500, y: 100, width: 280, height: 136 },
    ])
  })

  test('leaves the ticker the size of its setting', () => {
    const app = windows({}, 'win32')
    app.screen.displays = [LAPTOP, SECOND]
    app.setMini(true)
    const ticker = app.newest()
    app.settings.write({ miniSize: 'small' })
    ticker.bounds = { x: 1500, y: 100, width: 540, height: 60 }
    connect(app, [LAPTOP])
    expect(ticker.bounds).toMatchObject({ x: 1440 - 360, y: 100, width: 360, height: 40 })
    // As it is dropped; the call that moves it states its size.
    ticker.bounds = { x: 4, y: 100, width: 540, height: 60 }
    ticker.emit('moved')
    expect(ticker.bounds).toMatchObject({ x: 0, y: 100, width: 360, height: 40 })
  })
})

describe('a display that goes and returns', () => {
  test('brings a window on screen, and back to where it was', () => {
    const app = docked()
    connect(app, [LAPTOP])
    expect(app.chart.bounds).toEqual({ x: 540, y: 100, width: 900, height: 620 })
    connect(app, [LAPTOP, SECOND])
    expect(app.chart.bounds.x).toBe(1500)
    expect(app.main.bounds.x).toBe(100)
  })

  test('keeps another place for each set of displays', () => {
    const app = docked()
    connect(app, [LAPTOP])
    place(app.chart, 300)
    connect(app, [LAPTOP, SECOND])
    expect(app.chart.bounds.x).toBe(1500)
    connect(app, [LAPTOP])
    expect(app.chart.bounds.x).toBe(300)
  })

  test('does not take the place that the system chose for the one of the user', () => {
    const app = docked()
    connect(app, [LAPTOP])
    place(app.chart, 300)
    connect(app, [LAPTOP, SECOND], app.chart)
    expect(app.chart.bounds.x).toBe(1500)
  })

  test('opens the panels that were open with it, without the focus, and closes none', () => {
    const app = docked()
    connect(app, [LAPTOP])
    app.chart.close()
    app.showPanel('live')
    connect(app, [LAPTOP, SECOND])
    const paths = FakeWindow.all
      .filter((window) => !window.isGone)
      .map((window) => window.done[0]?.replace('load app://tidemark', ''))
    expect(paths).toEqual(['/', '/window/live', '/chart'])
  })

  test('opens nothing while the main window is closed', () => {
    const app = docked()
    connect(app, [LAPTOP])
    app.chart.close()
    app.main.close()
    const before = app.count()
    connect(app, [LAPTOP, SECOND])
    expect(app.count()).toBe(before)
  })

  test('restores a maximized window as such', () => {
    const app = docked()
    app.chart.isFull = true
    place(app.chart, 1500)
    connect(app, [LAPTOP])
    expect(app.chart.done.slice(-3)).toEqual(['unmaximize', 'bounds 540 100 900 620', 'maximize'])
  })

  test('is nothing to the app on Wayland, nor after its end', () => {
    const wayland = windows({}, 'linux', { isWayland: true })
    expect(wayland.screen.listenerCount('display-added')).toBe(0)
    const app = docked()
    app.screen.emit('display-removed')
    app.stop()
    for (const window of FakeWindow.all) window.close()
    expect(jest.getTimerCount()).toBe(0)
    expect(app.screen.listenerCount('display-added')).toBe(0)
  })
})

test('the panels of the last run return with the main window, each where it was', () => {
  const first = docked()
  first.showPanel('rounds')
  place(first.newest(), 1600)
  first.leave()
  for (const window of FakeWindow.all) window.close()
  const again = windows(first.file.read())
  again.screen.displays = [LAPTOP, SECOND]
  again.showMain()
  expect(FakeWindow.all.map(({ bounds }) => bounds.x)).toEqual([100, 1500, 1600])
})

test('a new set of displays starts from the last one, and the oldest of many is forgotten', () => {
  const app = docked()
  for (let width = 1; width <= 12; width++) {
    connect(app, [display(0, 1440 + width)])
    place(app.chart, width)
  }
  app.chart.close()
  app.screen.displays = [LAPTOP, SECOND]
  app.showPanel('chart')
  expect(app.newest().options.x).toBe(12)
  app.newest().close()
  app.screen.displays = [display(0, 1444)]
  app.showPanel('chart')
  expect(app.newest().options.x).toBe(4)
})

test('the window of the chart of an earlier version returns', () => {
  const chart = { x: 40, y: 60, width: 700, height: 500, isMaximised: false }
  const app = windows({ chart, isChartOpen: true })
  app.showMain()
  expect(app.newest().options).toMatchObject({ x: 40, y: 60, width: 700, height: 500 })
  app.newest().close()
  const again = windows(app.file.read())
  again.showMain()
  expect(again.count()).toBe(1)
})
