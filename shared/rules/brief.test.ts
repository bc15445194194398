import { describe, expect, test } from 'bun:test'
import { BRIEF_HOURS, localDayEnd, nextBrief } from './brief.ts'
import { DAY_MS, dayStart, HOUR_MS, WEEK_MS } from './time.ts'
import { instantOf, wallTime } from './wall-clock.ts'

const START = Date.parse('2026-11-21T02:30:00Z')
const WEEKS = Array.from({ length: 105 }, (_, index) => START + index * WEEK_MS)

/** Zones of the world with different clocks in the next two years, each with its offset by week. */
const ZONES = new Map(
  Intl.supportedValuesOf('timeZone').map((zone) => {
    const offsets = WEEKS.map((week) => wallTime(week, zone) - week)
    return [offsets.join(), { zone, offsets }] as const
  }),
)
const iso = (instant: number) => new Date(instant).toISOString()

const dueAfter = (now: string, hour: number, zone: string) =>
  iso(nextBrief(Date.parse(now), { hour, zone }))

describe('the next brief', () => {
  test('is at the hour of the zone, today or tomorrow', () => {
    expect(dueAfter('2026-11-21T02:30:00Z', 12, 'Asia/Seoul')).toBe('2026-11-21T03:00:00.000Z')
    expect(dueAfter('2026-11-21T03:00:00Z', 12, 'Asia/Seoul')).toBe('2026-11-22T03:00:00.000Z')
    expect(dueAfter('2026-11-21T02:59:59.999Z', 12, 'Asia/Seoul')).toBe('2026-11-21T03:00:00.000Z')
    expect(dueAfter('2026-11-21T02:30:00Z', 8, 'Asia/Kathmandu')).toBe('2026-11-22T02:15:00.000Z')
    expect(dueAfter('2026-11-21T23:30:00Z', 13, 'Pacific/Kiritimati')).toBe(
      '2026-11-22T23:00:00.000Z',
    )
  })

  test('stays at its hour across both changes of the clock', () => {
    expect(dueAfter('2027-03-27T08:00:00Z', 9, 'Europe/Berlin')).toBe('2027-03-28T07:00:00.000Z')
    expect(dueAfter('2026-10-24T07:00:00Z', 9, 'Europe/Berlin')).toBe('2026-10-25T08:00:00.000Z')
    expect(dueAfter('2027-03-13T13:00:00Z', 8, 'America/New_York')).toBe('2027-03-14T12:00:00.000Z')
    expect(dueAfter('2026-10-31T12:00:00Z', 8, 'America/New_York')).toBe('2026-11-01T13:00:00.000Z')
    expect(dueAfter('2026-10-03T00:00:00Z', 8, 'Australia/Lord_Howe')).toBe(
      '2026-10-03T21:00:00.000Z',
    )
  })

  test('comes after a skipped hour, and once when its hour comes twice', () => {
    // 02:00 becomes 03:00, and seven months later 03:00 becomes 02:00.
    expect(dueAfter('2027-03-27T12:00:00Z', 2, 'Europe/Berlin')).toBe('2027-03-28T01:00:00.000Z')
    expect(dueAfter('2027-03-28T01:00:00Z', 2, 'Europe/Berlin')).toBe('2027-03-29T00:00:00.000Z')
    expect(dueAfter('2026-10-24T12:00:00Z', 2, 'Europe/Berlin')).toBe('2026-10-25T00:00:00.000Z')
    expect(dueAfter('2026-10-25T00:00:00Z', 2, 'Europe/Berlin')).toBe('2026-10-26T01:00:00.000Z')
    // A day that the islands skipped when they changed the side of the date line.
    expect(dueAfter('2011-12-29T19:00:00Z', 9, 'Pacific/Apia')).toBe('2011-12-30T19:00:00.000Z')
    expect(dueAfter('2011-12-30T19:00:00Z', 9, 'Pacific/Apia')).toBe('2011-12-31T19:00:00.000Z')
  })

  test('comes at its hour in each week of two years and on each day around a change, in every zone', () => {
    let changes = 0
    for (const [index, { zone, offsets }] of [...ZONES.values()].entries()) {
      const hour = BRIEF_HOURS.first + (index % (BRIEF_HOURS.last - BRIEF_HOURS.first + 1))
      for (const [number, week] of WEEKS.entries()) {
        const isChanged = offsets[number] !== (offsets[number + 1] ?? offsets[number])
        const today = dayStart(wallTime(week, zone)) + hour * HOUR_MS
        let wall = today > wallTime(week, zone) ? today : today + DAY_MS
        let due = week
        for (let days = 0; days < (isChanged ? 8 : 1); days++) {
          due = nextBrief(due, { hour, zone })
          if (wallTime(due, zone) !== wall) {
            throw new Error(`${zone}: ${iso(due)} is not at ${iso(wall)}`)
          }
          wall += DAY_MS
        }
        changes += Number(isChanged)
      }
    }
    expect(ZONES.size).toBeGreaterThan(50)
    expect(changes).toBeGreaterThan(100)
  })
})

test('a local time is the instant at which the clock shows it', () => {
  for (const { zone } of ZONES.values()) {
    // Each hour in the month of the change, and half hours with it.
    for (const start of ['2026-10-24T00:00:00Z', '2027-03-13T00:00:00Z', '2027-04-03T00:00:00Z']) {
      for (let step = 0; step < 48; step++) {
        const instant = Date.parse(start) + (step * HOUR_MS) / 2
        const found = instantOf(wallTime(instant, zone), zone)
        if (found > instant) throw new Error(`${zone}: ${iso(found)} is after ${iso(instant)}`)
        expect(wallTime(found, zone)).toBe(wallTime(instant, zone))
      }
    }
  }
})

test('a day ends at local midnight, also where the clock changes then', () => {
  expect(iso(localDayEnd(START, 'Asia/Seoul'))).toBe('2026-11-21T15:00:00.000Z')
  expect(iso(localDayEnd(START, 'America/Los_Angeles'))).toBe('2026-11-21T08:00:00.000Z')
  expect(iso(localDayEnd(Date.parse('2027-03-28T12:00:00Z'), 'Europe/Berlin'))).toBe(
    '2027-03-28T22:00:00.000Z',
  )
  // 00:00 becomes 01:00.
  expect(iso(localDayEnd(Date.parse('2027-04-29T12:00:00Z'), 'Africa/Cairo'))).toBe(
    '2027-04-29T22:00:00.000Z',
  )
})
