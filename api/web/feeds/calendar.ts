import { createFormat } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { feedTexts } from '#shared/i18n/screens/feeds.ts'
import { translator } from '#shared/i18n/text.ts'
import { roundPath } from '#shared/rules/paths.ts'
import { periodStart, roundAt, roundStartsBetween } from '#shared/rules/schedule.ts'
import { WEEK_MS } from '#shared/rules/time.ts'

/** Rounds that open within this time are listed; calendars fetch them again before it has passed. */
const AHEAD_MS = 5 * WEEK_MS
/** Octets of a line without its break (RFC 5545, section 3.1). */
const LINE_BYTES = 75

const encoder = new TextEncoder()

/** Folds a line: each further part begins with a space, and no character is divided. */
export function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > LINE_BYTES) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n')
}

/** Escapes a value of type TEXT (section 3.3.11). */
const escapeText = (text: string) =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replaceAll('\n', '\\n')

/** A date with UTC time (section 3.3.5): `20261119T000000Z`. */
const utcTime = (instant: number) =>
  `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

interface CalendarOptions {
  /** Epoch milliseconds. */
  now: number
  locale: Locale
  /** Public origin of the site. */
  origin: string
}

/**
 * A calendar (RFC 5545) of the openings, closings and settlements that come after `now`. It is the same
 * text within a voting period.
 */
export function roundsCalendar({ now, locale, origin }: CalendarOptions): string {
  const t = translator(feedTexts, locale)
  const format = createFormat(locale, 'UTC')
  const { host } = new URL(origin)
  const start = periodStart(now)
  const rounds = roundStartsBetween(start - WEEK_MS - 1, start + AHEAD_MS).map(roundAt)
  const events = rounds.flatMap((round) => {
    const date = format.utcDay(round.refDate)
    const id = new Date(round.refDate).toISOString().slice(0, 10)
    return (
      [
        ['opens', round.opensAt],
        ['closes', round.closesAt],
        ['settles', round.targetDate],
      ] as const
    )
      .filter(([, instant]) => instant > start)
      .flatMap(([kind, instant]) => [
        'BEGIN:VEVENT',
        `UID:${id}-${kind}@${host}`,
        `DTSTAMP:${utcTime(start)}`,
        `DTSTART:${utcTime(instant)}`,
        `SUMMARY:${escapeText(t(`event.${kind}`, { date }))}`,
        `URL:${origin}${roundPath(round.refDate)}`,
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
      ])
  })
  const name = escapeText(t('title.calendar'))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tidemark//Rounds//EN',
    'CALSCALE:GREGORIAN',
    // RFC 7986, and the names that clients knew before it.
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}
