import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { SAMPLE_NOW } from '#tests/support/market-samples.ts'
import { createTrayFixture } from '#tests/support/tray-fixture.ts'

const DIGITS_ON = { ...DEFAULT_SETTINGS, hasTrayDigits: true }

beforeEach(() => {
  jest.useFakeTimers({ now: SAMPLE_NOW })
})
afterEach(() => {
  jest.useRealTimers()
})

test('are drawn on Windows while they are chosen, and never on macOS', () => {
  const { settings, images } = createTrayFixture('win32')
  expect(images).toEqual(['/icons/win32/steady-live.ico'])
  settings.setState(DIGITS_ON, true)
  expect(images.at(-1)).toMatchObject({ width: 16, height: 16 })
  settings.setState(DEFAULT_SETTINGS, true)
  expect(images.at(-1)).toBe('/icons/win32/steady-live.ico')
  const mac = createTrayFixture('darwin')
  mac.settings.setState(DIGITS_ON, true)
  expect(mac.images).toEqual(['/icons/darwin/steady-liveTemplate.png'])
})

test('are drawn again only when they, the state, the direction or the panel change', () => {
  const { settings, images, tick, panel } = createTrayFixture('win32')
  settings.setState(DIGITS_ON, true)
  const drawn = () => images.length - 2
  const show = (price: string) => {
    tick(price)
    jest.advanceTimersByTime(1_000)
    return drawn()
  }
  for (let second = 0; second < 90; second += 1) expect(show(`${66_000 + second}.00`)).toBe(0)
  expect(show('66100.00')).toBe(1)
  expect(show('69299.00')).toBe(2)
  // Up, with other digits.
  expect(show('69301.00')).toBe(3)
  jest.advanceTimersByTime(10_000)
  expect(drawn()).toBe(4)
  jest.advanceTimersByTime(50_000)
  expect(drawn()).toBe(5)
  panel.theme = 'light'
  jest.advanceTimersByTime(60_000)
  expect(drawn()).toBe(6)
  panel.size = 24
  panel.zoom = 2
  jest.advanceTimersByTime(60_000)
  expect(images.at(-1)).toMatchObject({ width: 48, height: 48 })
})

test('follow the price on Linux every ten seconds, and a change of the state at once', () => {
  const { settings, images, tick, setLink } = createTrayFixture('linux')
  settings.setState(DIGITS_ON, true)
  const before = images.length
  for (let second = 1; second <= 60; second += 1) {
    tick(`${66_000 + second * 50}.00`)
    jest.advanceTimersByTime(1_000)
  }
  expect(images.length - before).toBe(6)
  setLink('offline')
  jest.advanceTimersByTime(1_000)
  expect(images.length - before).toBe(7)
})

test('wait for a price', () => {
  const { settings, images, tick } = createTrayFixture('win32', null)
  settings.setState(DIGITS_ON, true)
  expect(images).toEqual(['/icons/win32/none.ico'])
  tick('66000.00')
  jest.advanceTimersByTime(1_000)
  expect(images.slice(1)).toMatchObject([{ width: 16 }])
})
