import { describe, expect, test } from 'bun:test'
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
