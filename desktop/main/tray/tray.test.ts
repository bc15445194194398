import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { createStore } from 'zustand/vanilla'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { createMarket } from '#desktop/main/market/market.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import { fakeSockets } from '#tests/support/fake-socket.ts'
import { createFakeTray } from '#tests/support/fake-tray.ts'
import { at, SAMPLE_NOW, samplePrice, sampleSummary } from '#tests/support/market-samples.ts'
import { createTrayFixture, createUserDeps } from '#tests/support/tray-fixture.ts'
import { createTray } from './tray.ts'

beforeEach(() => {
  jest.useFakeTimers({ now: SAMPLE_NOW })
})
afterEach(() => {
  jest.useRealTimers()
})

const voter: UserClaims = {
  id: 1,
  nickname: 'minji',
  email: 'minji@example.com',
  uniqueCode: 'ABC123',
  created: at(0),
  loginCount: 1,
  lastLogin: at(0),
  loginMethod: 'local',
  lastVoteTime: SAMPLE_NOW,
  points: 0,
  is_admin: 0,
  exp: 0,
}

describe('updates', () => {
  test('change a part of the tray only when its value changed', () => {
    const { tick, calls, images } = createTrayFixture('darwin')
    expect({ ...calls, images: images.length }).toEqual({
      image: 0,
      title: 1,
      tooltip: 1,
      menu: 0,
      images: 1,
    })
    // Ten minutes of an unchanged price.
    for (let second = 0; second < 600; second += 1) {
      jest.advanceTimersByTime(1_000)
      tick('66000.00')
    }
    expect(calls).toEqual({ image: 0, title: 1, tooltip: 1, menu: 0 })
    tick('66000.40')
    jest.advanceTimersByTime(1_000)
    expect(calls).toEqual({ image: 0, title: 1, tooltip: 2, menu: 0 })
    tick('70000.00')
    jest.advanceTimersByTime(1_000)
    expect(calls).toEqual({ image: 1, title: 2, tooltip: 3, menu: 0 })
  })

  test('happen at most once a second, with the newest price', () => {
    const { tick, calls, seen } = createTrayFixture('darwin')
    jest.advanceTimersByTime(1_000)
    for (let tenth = 0; tenth < 100; tenth += 1) {
      tick(`${66_001 + tenth}.00`)
      jest.advanceTimersByTime(100)
    }
    jest.advanceTimersByTime(1_000)
    expect(calls.title).toBeLessThanOrEqual(13)
    expect(seen.title).toBe('66,100')
  })

  test('follow the age of the price without new data', () => {
    const { calls, seen, setLink } = createTrayFixture('darwin')
    jest.advanceTimersByTime(9_999)
    expect(seen.title).toBe('66,000')
    jest.advanceTimersByTime(1)
    expect(seen.title).toBe('66,000 · Delayed')
    jest.advanceTimersByTime(50_000)
    expect([seen.title, calls.image]).toEqual(['66,000 · Stale', 2])
    setLink('offline')
    jest.advanceTimersByTime(1_000)
    expect([seen.title, calls.image]).toEqual(['66,000 · Offline', 3])
  })

  test('continue after the clock was set back', () => {
    const { tick, seen } = createTrayFixture('darwin')
    jest.setSystemTime(SAMPLE_NOW - 3_600_000)
    tick('67000.00')
    expect(seen.title).toBe('67,000')
  })

  test('apply a changed language immediately', () => {
    const { settings, seen } = createTrayFixture('win32')
    settings.setState({ ...DEFAULT_SETTINGS, locale: 'ko-KR' }, true)
    expect(seen.tooltip).toStartWith('타이드마크 BTC/USDT 66,000.00\n■ 보합')
  })
})

describe('platform conventions', () => {
  test('macOS: each click opens an updated menu; the icon is a template', () => {
    const { click, popUps, tick, seen, images, hasMenu, actionsRun } = createTrayFixture('darwin')
    tick('70000.00')
    click()
    expect(popUps[0]?.labels()[0]).toBe('BTC/USDT 70,000.00')
    click('right-click')
    expect(popUps).toHaveLength(2)
    expect(images[0]).toBe('/icons/darwin/steady-liveTemplate.png')
    expect([seen.ignoresDoubleClicks, hasMenu(), actionsRun.length]).toEqual([true, false, 0])
  })

  test('Windows: a click opens the app, a right click the menu; there is no title', () => {
    const { click, popUps, actionsRun, calls, images, seen } = createTrayFixture('win32')
    click()
    expect(actionsRun).toEqual(['open '])
    click('right-click')
    expect(popUps[0]?.labels()[0]).toBe('BTC/USDT 66,000.00')
    expect(images[0]).toBe('/icons/win32/steady-live.ico')
    expect([calls.title, seen.ignoresDoubleClicks]).toEqual([0, false])
  })

  test('Linux: the menu is set at the start; an activation opens the app', () => {
    const { click, menu, actionsRun, popUps, calls } = createTrayFixture('linux')
    expect(menu().labels()[0]).toBe('BTC/USDT 66,000.00')
    click()
    click('right-click')
    expect(actionsRun).toEqual(['open '])
    expect([popUps.length, calls.title]).toEqual([0, 0])
  })
})

describe('the menu on Linux', () => {
  test('is replaced once a minute instead of per tick, with the newest price', () => {
    const { tick, calls, menu } = createTrayFixture('linux')
    // The sample time is a whole minute; its countdown changes right after it.
    jest.advanceTimersByTime(500)
    const before = calls.menu
    for (let second = 1; second <= 59; second += 1) {
      jest.advanceTimersByTime(1_000)
      tick(`${66_000 + second}.00`)
    }
    expect(calls.menu).toBe(before)
    jest.advanceTimersByTime(1_000)
    expect(calls.menu).toBe(before + 1)
    expect(menu().labels()[0]).toBe('BTC/USDT 66,059.00')
    expect(menu().labels()).toContain('Open round: closes in 1d 21h 28m')
  })

  test('is replaced when the band, the vote or a setting changes', () => {
    const { tick, calls, menu, signIn, settings } = createTrayFixture('linux')
    jest.advanceTimersByTime(1_000)
    tick('70000.00')
    expect(calls.menu).toBe(2)
    signIn(voter)
    expect(calls.menu).toBe(3)
    expect(menu().labels()).toContain('✓ You have made your call in this round')
    settings.setState({ ...DEFAULT_SETTINGS, isMiniOpen: true }, true)
    expect(calls.menu).toBe(4)
    expect(menu().item('Mini ticker').checked).toBe(true)
  })

  test('is not replaced while open, up to a time-out', () => {
    const { tick, calls, menu } = createTrayFixture('linux')
    menu().emit('menu-will-show')
    jest.advanceTimersByTime(1_000)
    tick('70000.00')
    expect(calls.menu).toBe(1)
    menu().emit('menu-will-close')
    expect(calls.menu).toBe(2)
    menu().emit('menu-will-show')
    jest.advanceTimersByTime(180_000)
    expect(calls.menu).toBeGreaterThan(2)
  })
})

test('each item runs its action', () => {
  const { menu, actionsRun, settings } = createTrayFixture('linux')
  const labels = [
    'BTC/USDT 66,000.00',
    'Make a call',
    'Open Tidemark',
    'Open the chart window',
    'Mini ticker',
    'Mute alerts',
    'Quit Tidemark',
  ]
  for (const label of labels) menu().item(label).click?.()
  expect(actionsRun).toEqual([
    'open ',
    'open /vote/write',
    'open ',
    'chart',
    'mini',
    'mute',
    'quit',
  ])
  expect(menu().item('You are not signed in')).toMatchObject({ enabled: false })
  settings.setState({ ...DEFAULT_SETTINGS, isMuted: true }, true)
  expect(menu().item('Mute alerts')).toMatchObject({ type: 'checkbox', checked: true })
})

test('removes icon, timers and listeners on destroy', () => {
  const { tray, tick, settings, seen, calls } = createTrayFixture('darwin')
  tray.destroy()
  const before = { ...calls }
  tick('70000.00')
  settings.setState({ ...DEFAULT_SETTINGS, locale: 'ko-KR' }, true)
  jest.advanceTimersByTime(120_000)
  expect(calls).toEqual(before)
  expect(seen.isDestroyed).toBe(true)
  expect(jest.getTimerCount()).toBe(0)
})

test('a start without a network shows the persisted data and its age', async () => {
  const electron = createFakeTray()
  const receivedAt = SAMPLE_NOW - 3 * 3_600_000
  const stored = {
    summary: sampleSummary(-3 * 3_600_000),
    price: samplePrice('70000.00', -3 * 3_600_000),
    receivedAt,
  }
  const market = createMarket({
    apiOrigin: 'https://tidemark.example',
    WebSocket: fakeSockets().Socket,
    fetch: () => Promise.reject(new TypeError('no network')),
    marketSnapshot: { read: () => stored, write: () => {}, stop: () => {} },
    now: () => Date.now(),
    random: () => 0,
  })
  const tray = createTray({
    ownVotes: createStore(() => null),
    ...electron,
    ...createUserDeps(),
    panel: () => ({ size: 22, zoom: 2, theme: 'unknown' }),
    system: 'linux',
    iconFolder: '/icons',
    market,
    now: () => Date.now(),
    zone: () => 'Asia/Seoul',
  })
  market.start()
  expect(electron.seen.tooltip).toEndWith('▲ Up, above 69,300 · +6.06%\nStale · 3 hours ago')
  jest.advanceTimersByTime(1_000)
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  jest.advanceTimersByTime(1_000)
  expect(electron.seen.tooltip).toEndWith('Offline · 3 hours ago')
  expect(electron.menu().labels()).toContain('Open round: closes in 1d 21h 29m')
  tray.destroy()
  market.stop()
})
