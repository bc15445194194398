import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { DEFAULT_SETTINGS, type HiddenHours } from '#desktop/bridge/settings.ts'
import { createAppSettings } from '#desktop/main/settings/settings.ts'
import { hiddenSince, startMiniHours } from './mini-hours.ts'

const WEEK = [1, 2, 3, 4, 5]
const hours = (from: string, to: string, days = [0, 1, 2, 3, 4, 5, 6]): HiddenHours => ({
  isOn: true,
  from,
  to,
  days,
})
/** Days since 1970 of a date. */
const dayOf = (date: string) => Date.parse(date) / 86_400_000

describe('hidden hours', () => {
  // 2026-11-20 is a Friday.
  const WORK = hours('09:00', '17:30', WEEK)
  const NIGHT = hours('22:00', '06:00', [5])
  const WHOLE = hours('00:00', '00:00', [6])
  test.each([
    [WORK, '2026-11-20T08:59', null],
    [WORK, '2026-11-20T09:00', '2026-11-20'],
    [WORK, '2026-11-20T17:29', '2026-11-20'],
    [WORK, '2026-11-20T17:30', null],
    [WORK, '2026-11-21T12:00', null],
    [NIGHT, '2026-11-20T05:00', null],
    [NIGHT, '2026-11-20T21:59', null],
    [NIGHT, '2026-11-20T22:00', '2026-11-20'],
    [NIGHT, '2026-11-21T00:00', '2026-11-20'],
    [NIGHT, '2026-11-21T05:59', '2026-11-20'],
    [NIGHT, '2026-11-21T06:00', null],
    [NIGHT, '2026-11-21T23:00', null],
    [WHOLE, '2026-11-20T23:59', null],
    [WHOLE, '2026-11-21T00:00', '2026-11-21'],
    [WHOLE, '2026-11-21T23:59', '2026-11-21'],
    [WHOLE, '2026-11-22T00:00', null],
    [{ ...WORK, isOn: false }, '2026-11-20T12:00', null],
    [{ ...WORK, days: [] }, '2026-11-20T12:00', null],
  ])('%j at %s in Seoul began on %s', (set, local, began) => {
    const since = hiddenSince(set, 'Asia/Seoul', Date.parse(`${local}+09:00`))
    expect(since).toBe(began === null ? null : dayOf(began))
  })

  test('follow the clock on the wall when it is set forward: half past two never comes', () => {
    const at = (instant: string) =>
      hiddenSince(hours('02:30', '03:30'), 'America/New_York', Date.parse(instant)) !== null
    expect(at('2026-03-08T01:59-05:00')).toBe(false)
    // A minute later.
    expect(at('2026-03-08T03:00-04:00')).toBe(true)
    expect(at('2026-03-08T03:29-04:00')).toBe(true)
    expect(at('2026-03-08T03:30-04:00')).toBe(false)
  })

  test('come twice when the clock is set back over them', () => {
    const at = (instant: string) =>
      hiddenSince(hours('01:00', '01:30'), 'America/New_York', Date.parse(instant)) !== null
    expect(at('2026-11-01T01:15-04:00')).toBe(true)
    expect(at('2026-11-01T01:45-04:00')).toBe(false)
    expect(at('2026-11-01T01:15-05:00')).toBe(true)
    expect(at('2026-11-01T01:45-05:00')).toBe(false)
  })

  test('of a night in which the clock changes begin on one day and end at their time', () => {
    for (const [from, to, began] of [
      ['2026-03-28T22:00+01:00', '2026-03-29T06:00+02:00', '2026-03-28'],
      ['2026-10-24T22:00+02:00', '2026-10-25T06:00+01:00', '2026-10-24'],
    ] as const) {
      const since = (instant: number) =>
        hiddenSince(hours('22:00', '06:00', [6]), 'Europe/Berlin', instant)
      const [start, end] = [Date.parse(from), Date.parse(to)]
      for (let instant = start; instant < end; instant += 60_000) {
        expect(since(instant)).toBe(dayOf(began))
      }
      expect([since(start - 60_000), since(end)]).toEqual([null, null])
    }
  })
})

describe('the ticker', () => {
  const FRIDAY = Date.parse('2026-11-20T08:59:40+09:00')
  beforeEach(() => void jest.useFakeTimers({ now: FRIDAY }))
  afterEach(() => void jest.useRealTimers())

  function start(miniHiddenHours = hours('09:00', '17:30', WEEK), isMiniOpen = true) {
    const settings = createAppSettings({
      file: { read: () => ({ ...DEFAULT_SETTINGS, isMiniOpen, miniHiddenHours }), write: () => {} },
      systemLocales: () => [],
    })
    const place = { zone: 'Asia/Seoul' }
    const mini = startMiniHours({ settings, now: () => Date.now(), zone: () => place.zone })
    const changes: boolean[] = []
    mini.isShown.subscribe((isShown) => changes.push(isShown))
    return {
      ...mini,
      settings,
      place,
      changes,
      isWanted: () => settings.store.getState().isMiniOpen,
    }
  }
  /** Sleeps until an instant: no timer runs meanwhile. */
  const sleepUntil = (local: string) => jest.setSystemTime(Date.parse(`${local}+09:00`))

  test('hides and shows itself at the edges, and stays wanted', () => {
    const { isShown, changes, isWanted } = start()
    expect(isShown.getState()).toBe(true)
    jest.advanceTimersByTime(19_999)
    expect(changes).toEqual([])
    jest.advanceTimersByTime(1)
    expect(changes).toEqual([false])
    jest.advanceTimersByTime(8.5 * 3_600_000 - 1)
    expect(changes).toEqual([false])
    jest.advanceTimersByTime(1)
    expect(changes).toEqual([false, true])
    expect(isWanted()).toBe(true)
  })

  test('is not shown by the end of the hours when nobody wants it', () => {
    const { changes } = start(hours('09:00', '10:00'), false)
    jest.advanceTimersByTime(24 * 3_600_000)
    expect(changes).toEqual([])
  })

  test('that is shown by hand in hidden hours stays until they end', () => {
    const { isShown, toggle, isWanted, changes } = start()
    jest.advanceTimersByTime(3_600_000)
    toggle()
    expect([isShown.getState(), isWanted()]).toEqual([true, true])
    jest.advanceTimersByTime(24 * 3_600_000)
    // Hidden on Friday, shown by hand; not hidden on Saturday.
    expect(changes).toEqual([false, true])
    jest.advanceTimersByTime(48 * 3_600_000)
    expect(changes).toEqual([false, true, false])
  })

  test('that is turned on in hidden hours is shown by hand, too', () => {
    const { isShown, settings } = start(hours('08:00', '17:30'), false)
    settings.write({ isMiniOpen: true })
    expect(isShown.getState()).toBe(true)
    settings.write({ isMuted: true })
    jest.advanceTimersByTime(3_600_000)
    expect(isShown.getState()).toBe(true)
  })

  test('that is hidden by hand is off, in hidden hours as well', () => {
    const { isShown, toggle, isWanted } = start()
    toggle()
    expect([isShown.getState(), isWanted()]).toEqual([false, false])
    toggle()
    jest.advanceTimersByTime(3_600_000)
    toggle()
    toggle()
    expect([isShown.getState(), isWanted()]).toEqual([false, false])
  })

  test('follows the clock after a sleep, also into the hours of another day', () => {
    const { isShown, toggle, update } = start()
    sleepUntil('2026-11-20T12:00')
    update()
    expect(isShown.getState()).toBe(false)
    toggle()
    expect(isShown.getState()).toBe(true)
    sleepUntil('2026-11-23T12:00')
    update()
    expect(isShown.getState()).toBe(false)
  })

  test('follows a clock or a time zone that is set, within a minute', () => {
    const { isShown, place } = start()
    sleepUntil('2026-11-20T12:00')
    jest.advanceTimersByTime(60_000)
    expect(isShown.getState()).toBe(false)
    sleepUntil('2026-11-20T07:00')
    jest.advanceTimersByTime(60_000)
    expect(isShown.getState()).toBe(true)
    // There it is ten o'clock.
    place.zone = 'Pacific/Auckland'
    jest.advanceTimersByTime(60_000)
    expect(isShown.getState()).toBe(false)
  })

  test('follows changed hours at once, and runs a timer only while there are some', () => {
    const { isShown, settings, stop } = start(hours('08:00', '17:30'))
    expect([isShown.getState(), jest.getTimerCount()]).toEqual([false, 1])
    settings.write({ miniHiddenHours: hours('09:00', '17:30') })
    expect(isShown.getState()).toBe(true)
    settings.write({ miniHiddenHours: { ...hours('08:00', '17:30'), isOn: false } })
    expect([isShown.getState(), jest.getTimerCount()]).toEqual([true, 0])
    settings.write({ miniHiddenHours: hours('08:00', '17:30') })
    expect([isShown.getState(), jest.getTimerCount()]).toEqual([false, 1])
    stop()
    expect(jest.getTimerCount()).toBe(0)
    settings.write({ isMiniOpen: false })
    settings.write({ isMiniOpen: true })
    expect(isShown.getState()).toBe(false)
  })
})
