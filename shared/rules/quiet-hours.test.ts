import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { quietUntil, timeZoneName } from './quiet-hours.ts'

const until = (now: string, zone: string) => {
  const end = quietUntil(Date.parse(now), zone)
  return end === null ? null : new Date(end).toISOString().replace(':00.000Z', 'Z')
}

describe('the quiet hours', () => {
  test('last from 23:00 to 08:00 of the local time', () => {
    expect(until('2026-11-22T13:59:59.999Z', 'Asia/Seoul')).toBeNull()
    expect(until('2026-11-22T14:00:00Z', 'Asia/Seoul')).toBe('2026-11-22T23:00Z')
    expect(until('2026-11-22T22:59:59.999Z', 'Asia/Seoul')).toBe('2026-11-22T23:00Z')
    expect(until('2026-11-22T23:00:00Z', 'Asia/Seoul')).toBeNull()
    expect(until('2026-11-23T00:00:00Z', 'Europe/London')).toBe('2026-11-23T08:00Z')
    expect(until('2026-11-23T00:00:00Z', 'Asia/Kathmandu')).toBe('2026-11-23T02:15Z')
  })

  test('end at 08:00 also in the nights in which the clock changes', () => {
    // Forward: 02:00 becomes 03:00.
    expect(until('2027-03-27T22:30:00Z', 'Europe/Berlin')).toBe('2027-03-28T06:00Z')
    expect(until('2027-03-14T05:00:00Z', 'America/New_York')).toBe('2027-03-14T12:00Z')
    // Back: 03:00 becomes 02:00.
    expect(until('2026-10-24T22:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T07:00Z')
    expect(until('2026-11-01T05:30:00Z', 'America/New_York')).toBe('2026-11-01T13:00Z')
    // By half an hour, and by an hour at midnight.
    expect(until('2026-10-03T13:00:00Z', 'Australia/Lord_Howe')).toBe('2026-10-03T21:00Z')
    expect(until('2027-04-03T14:00:00Z', 'Australia/Lord_Howe')).toBe('2027-04-03T21:30Z')
    expect(until('2026-10-29T21:00:00Z', 'Africa/Cairo')).toBe('2026-10-30T06:00Z')
  })

  test('are the same night before and after the change', () => {
    for (const now of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T06:59:00Z']) {
      expect(until(now, 'Europe/Berlin')).toBe('2026-10-25T07:00Z')
    }
    expect(until('2026-10-25T07:00:00Z', 'Europe/Berlin')).toBeNull()
  })
})

test('10,000 random instants and zones: none between 23:00 and 08:00 is let through', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const clocks = new Map<string, Intl.DateTimeFormat>()
  const hourIn = (zone: string, instant: number) => {
    const known = clocks.get(zone)
    const clock =
      known ??
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
    clocks.set(zone, clock)
    return Number(clock.format(instant))
  }
  const isNight = (hour: number) => hour >= 23 || hour < 8
  const start = Date.parse('2026-01-01Z')
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 3 * 366 * 24 * 60 }),
      (zone, minutes) => {
        const now = start + minutes * 60_000
        const end = quietUntil(now, zone)
        expect(end !== null).toBe(isNight(hourIn(zone, now)))
        if (end === null) return
        expect(end).toBeGreaterThan(now)
        expect(isNight(hourIn(zone, end))).toBe(false)
        expect(isNight(hourIn(zone, end - 60_000))).toBe(true)
      },
    ),
    { numRuns: 10_000 },
  )
})

test('a time zone is known by its name', () => {
  expect(['Asia/Seoul', 'asia/seoul', 'UTC'].map(timeZoneName)).toEqual([
    'Asia/Seoul',
    'Asia/Seoul',
    'UTC',
  ])
  expect(['', 'Mars/Olympus', '+09:00', '../etc/passwd'].map(timeZoneName)).toEqual(
    Array(4).fill(null),
  )
})
