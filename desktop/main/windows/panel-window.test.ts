import { describe, expect, test } from 'bun:test'
import { FakeWindow } from '#tests/support/desktop/fake-window.ts'
import { finish, windows } from '#tests/support/desktop/windows-fixture.ts'

describe('the window of the chart', () => {
  test('opens with the chart only, in the sandbox, and appears after the first paint', () => {
    const { showPanel, newest } = windows()
    showPanel('chart')
    const { options, done } = newest()
    expect(options).toMatchObject({ width: 900, height: 620, show: false, alwaysOnTop: false })
    expect(options.webPreferences).toMatchObject({ sandbox: true, zoomMode: 'isolated' })
    expect(done).toEqual(['load app://tidemark/chart'])
    finish(newest())
    expect(done.at(-1)).toBe('show')
  })

  test('is raised instead of opened twice', () => {
    const { showPanel, newest, count } = windows()
    showPanel('chart')
    showPanel('chart')
    expect(newest().done).toEqual(['load app://tidemark/chart'])
    finish(newest())
    newest().isSmall = true
    showPanel('chart')
    expect(newest().done.slice(-3)).toEqual(['restore', 'show', 'focus'])
    expect(count()).toBe(1)
  })

  test('restores its bounds and maximized state', () => {
    const chart = { x: 40, y: 60, width: 700, height: 500, isMaximised: true }
    const { showPanel, newest } = windows({ chart })
    showPanel('chart')
    expect(newest().options).toMatchObject({ x: 40, y: 60, width: 700, height: 500 })
    finish(newest())
    expect(newest().done.slice(-2)).toEqual(['maximize', 'show'])
  })

  test('stays on top while the setting says so, until it is closed', () => {
    const { showPanel, newest, settings } = windows()
    settings.write({ isChartPinned: true })
    showPanel('chart')
    const window = newest()
    expect(window.options.alwaysOnTop).toBe(true)
    settings.write({ isChartPinned: false })
    expect(window.done).toContain('on top')
    window.close()
    const before = window.done.length
    settings.write({ isChartPinned: true })
    expect(window.done).toHaveLength(before)
  })

  test('claims no order on Wayland', () => {
    const { showPanel, newest, settings } = windows({}, 'linux', { isWayland: true })
    settings.write({ isChartPinned: true })
    showPanel('chart')
    expect(newest().options).not.toHaveProperty('alwaysOnTop')
  })

  test('that was open at the quit returns with the main window, without the focus', () => {
    const { showPanel, newest, file, leave } = windows()
    showPanel('chart')
    leave()
    newest().close()
    const again = windows(file.read())
    again.restoreMini()
    expect(again.count()).toBe(0)
    again.showMain()
    expect(FakeWindow.all.map(({ done }) => done[0])).toEqual([
      'load app://tidemark/',
      'load app://tidemark/chart',
    ])
    finish(again.newest())
    expect(again.newest().done.at(-1)).toBe('showInactive')
    again.showMain()
    expect(again.count()).toBe(2)
  })

  test('that the user closed stays closed', () => {
    const { showPanel, newest, file, hasWindow } = windows()
    showPanel('chart')
    expect(hasWindow()).toBe(true)
    newest().close()
    expect(hasWindow()).toBe(false)
    const again = windows(file.read())
    again.showMain()
    expect(again.count()).toBe(1)
  })

  test('that a quit closes after the user stayed returns, with the ticker', () => {
    const { showMain, setMini, showPanel, settings, file, newest, leave, stay } = windows()
    settings.write({ isMiniOpen: true })
    showMain()
    showPanel('chart')
    const [main, mini, chart] = FakeWindow.all
    leave()
    stay(main?.webContents ?? {})
    mini?.close()
    chart?.close()
    expect(settings.store.getState().isMiniOpen).toBe(true)
    expect(file.read().open).toEqual(['chart'])
    const open = FakeWindow.all.filter(({ isGone }) => !isGone)
    const paths = open.map(({ done }) => done.find((one) => one.startsWith('load')))
    expect(paths).toEqual(['/', '/mini', '/chart'].map((path) => `load app://tidemark${path}`))
    newest().close()
    expect(file.read().open).toEqual([])
    setMini(false)
    expect(settings.store.getState().isMiniOpen).toBe(false)
  })

  test('that stayed has the main window back that a quit closes, at its path and without the focus', () => {
    for (const isClosedFirst of [true, false]) {
      const { showMain, showPanel, newest, leave, stay, count } = windows()
      showMain('/vote')
      const main = newest()
      showPanel('chart')
      const chart = newest()
      leave()
      if (isClosedFirst) main.close()
      stay(chart.webContents)
      if (!isClosedFirst) main.close()
      expect(newest().done).toEqual(['load app://tidemark/vote'])
      finish(newest())
      expect(newest().done.at(-1)).toBe('showInactive')
      newest().close()
      stay(chart.webContents)
      expect(count()).toBe(3)
    }
  })

  test('that stayed itself is closed by the user later', () => {
    const { showPanel, newest, count, file, leave, stay } = windows()
    showPanel('chart')
    leave()
    stay(newest().webContents)
    newest().close()
    expect([count(), file.read().open]).toEqual([1, []])
  })

  test('is printed while it has the focus', () => {
    const { showMain, showPanel, newest, print } = windows()
    showMain()
    const main = newest()
    showPanel('chart')
    print()
    newest().hasFocus = true
    print()
    expect([main.done.at(-1), newest().done.at(-1)]).toEqual(['print', 'print'])
  })
})
