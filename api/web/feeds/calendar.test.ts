import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { LOCALES } from '#shared/i18n/locale.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { foldLine, roundsCalendar } from './calendar.ts'

const SATURDAY = Date.parse('2026-11-21T02:30:00Z')
const ORIGIN = 'https://site.example'

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      summary: event.summary,
      start: event.startDate.toJSDate().toISOString(),
      zone: event.startDate.zone.tzid,
      stamp: String(component.getFirstPropertyValue('dtstamp')),
      url: String(component.getFirstPropertyValue('url')),
    }
  })

const at = (now: number, locale: (typeof LOCALES)[number] = 'en-US') =>
  roundsCalendar({ now, locale, origin: ORIGIN })

describe('the calendar of rounds', () => {
  test('has the coming openings, closings and settlements in UTC', () => {
    const events = eventsOf(at(SATURDAY))
    expect(events.filter(({ uid }) => uid.startsWith('2026-11-19'))).toEqual([
      {
        uid: '2026-11-19-closes@site.example',
        summary: 'Tidemark: round of Thu, Nov 19, 2026 closes',
        start: '2026-11-23T00:00:00.000Z',
        zone: 'UTC',
        stamp: '2026-11-19T00:00:00Z',
        url: `${ORIGIN}/rounds/2026-11-19`,
      },
      expect.objectContaining({
        uid: '2026-11-19-settles@site.example',
        start: '2026-11-26T00:00:00.000Z',
      }),
    ])
    expect(events.find(({ uid }) => uid === '2026-11-16-settles@site.example')?.start).toBe(
      '2026-11-23T00:00:00.000Z',
    )
    const next = events.filter(({ uid }) => uid.startsWith('2026-11-23')).map(({ start }) => start)
    expect(next).toEqual([
      '2026-11-23T00:00:00.000Z',
      '2026-11-26T00:00:00.000Z',
      '2026-11-30T00:00:00.000Z',
    ])
    expect(events.every(({ start }) => Date.parse(start) > SATURDAY)).toBe(true)
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
  })

  test('stays the same within a period, and its ids beyond', () => {
    expect(at(SATURDAY + 40 * HOUR_MS)).toBe(at(SATURDAY))
    const later = new Set(eventsOf(at(SATURDAY + 72 * HOUR_MS)).map(({ uid }) => uid))
    expect(later.has('2026-11-23-settles@site.example')).toBe(true)
    expect(later.has('2026-11-19-closes@site.example')).toBe(false)
  })

  test.each([...LOCALES])('has lines of at most 75 octets, ended by CRLF (%s)', (locale) => {
    const text = at(SATURDAY, locale)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const lengths = text.split('\r\n').map((line) => new TextEncoder().encode(line).length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75)
    expect(text).not.toContain('\uFFFD')
  })

  test('is in Korean', () => {
    const [first] = eventsOf(at(SATURDAY, 'ko-KR'))
    expect(first?.summary).toBe('타이드마크: 2026년 11월 16일 (월) 라운드 결과 확정')
  })
})

test('folds any line into parts of at most 75 octets, which join to it again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (line) => {
      const parts = foldLine(line).split('\r\n')
      for (const part of parts) {
        expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(75)
      }
      expect(parts.map((part, index) => (index === 0 ? part : part.slice(1))).join('')).toBe(line)
      expect(parts.slice(1).every((part) => part.startsWith(' '))).toBe(true)
    }),
  )
})
