import { describe, expect, test } from 'bun:test'
import { FakeWindow } from '#tests/support/desktop/fake-window.ts'
import { finish, windows } from '#tests/support/desktop/windows-fixture.ts'

describe('the window of the chart', () => {
  test('opens with the chart only, in the sandbox, and appears after the first paint', () => {
    const { showChart, newest } = windows()
    showChart()
    const { options, done } = newest()
    expect(options).toMatchObject({ width: 900, height: 620, show: false, alwaysOnTop: false })
    expect(options.webPreferences).toMatchObject({ sandbox: true, zoomMode: 'isolated' })
    expect(done).toEqual(['load app://tidemark/chart'])
    finish(newest())
    expect(done.at(-1)).toBe('show')
  })

  test('is raised instead of opened twice', () => {
    const { showChart, newest, count } = windows()
    showChart()
    showChart()
    expect(newest().done).toEqual(['load app://tidemark/chart'])
    finish(newest())
    newest().isSmall = true
    showChart()
    expect(newest().done.slice(-3)).toEqual(['restore', 'show', 'focus'])
    expect(count()).toBe(1)
  })

  test('restores its bounds and maximized state', () => {
    const chart = { x: 40, y: 60, width: 700, height: 500, isMaximised: true }
    const { showChart, newest } = windows({ chart })
    showChart()
    expect(newest().options).toMatchObject({ x: 40, y: 60, width: 700, height: 500 })
    finish(newest())
    expect(newest().done.slice(-2)).toEqual(['maximize', 'show'])
  })

  test('stays on top while the setting says so, until it is closed', () => {
    const { showChart, newest, settings } = windows()
    settings.write({ isChartPinned: true })
    showChart()
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
    const { showChart, newest, settings } = windows({}, 'linux', { isWayland: true })
    settings.write({ isChartPinned: true })
    showChart()
    expect(newest().options).not.toHaveProperty('alwaysOnTop')
  })

  test('that was open at the quit returns with the main window, without the focus', () => {
    const { showChart, newest, file, leave } = windows()
    showChart()
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
    const { showChart, newest, file, hasWindow } = windows()
    showChart()
    expect(hasWindow()).toBe(true)
    newest().close()
    expect(hasWindow()).toBe(false)
    const again = windows(file.read())
    again.showMain()
    expect(again.count()).toBe(1)
  })

  test('is printed while it has the focus', () => {
    const { showMain, showChart, newest, print } = windows()
    showMain()
    const main = newest()
    showChart()
    print()
    newest().hasFocus = true
    print()
    expect([main.done.at(-1), newest().done.at(-1)]).toEqual(['print', 'print'])
  })
})
