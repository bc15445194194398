import { formatDecimal } from '#shared/rules/decimal.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import type { Locale } from './locale.ts'

/** Formats instants (epoch ms), prices and numbers for one locale and time zone. */
export interface Format {
  /** Date, time of day with seconds and the zone's offset. */
  clock(instant: number): string
  /** Date, time of day and the zone's offset. */
  date(instant: number): string
  /** Time of day in hours and minutes. */
  time(instant: number): string
  /** Weekday and time of day. */
  weekTime(instant: number): string
  /** Weekday, day, month and time of day. */
  shortDate(instant: number): string
  /** Calendar day in UTC: rounds are named after it. */
  utcDay(instant: number): string
  /** The same without its year, for rows of neighboring days. */
  utcWeekday(instant: number): string
  /** Price (decimal string) with grouped thousands, rounded exactly to `places`. */
  price(value: string, places: number): string
  /** Integer with grouped thousands. */
  count(value: number): string
  /** Integer with an explicit sign. */
  signed(value: number): string
  /** Number with an explicit sign and one decimal, such as a mean of points. */
  mean(value: number): string
  /** Relative change with sign and two decimals: 0.0123 → `+1.23%`. */
  change(share: number): string
  /** Share by which a price must move, with sign and one decimal; two below 0.1%: `+5.6%`. */
  move(share: number): string
  /** Relative time in whole minutes, hours or days: `35 minutes ago`. */
  ago(minutes: number): string
  /** `ago` for dense rows: `35m ago`, `now` within the first minute. */
  age(minutes: number): string
  /** Month and day. */
  day(instant: number): string
  /** A duration (ms) in its units above zero: `2d 17h 37m`; in seconds below a minute. */
  span(duration: number): string
}

const SPAN_UNITS = {
  'en-US': { days: 'd', hours: 'h', minutes: 'm', seconds: 's' },
  'ko-KR': { days: '일', hours: '시간', minutes: '분', seconds: '초' },
} as const satisfies Record<Locale, unknown>

/** Cached: constructing a formatter costs 100 times a call, and the chart calls on every pointer move. */
const offsetFormats = new Map<string | undefined, Intl.DateTimeFormat>()

function offsetFormat(zone: string | undefined): Intl.DateTimeFormat {
  const known = offsetFormats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
  offsetFormats.set(zone, made)
  return made
}

/** Offset of `zone` (the system's without one) at an instant: `UTC+9`, `UTC+5:30` or `UTC`. */
export function offsetOf(zone: string | undefined, instant: number): string {
  const parts = offsetFormat(zone)
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')
  const name = (parts?.value ?? 'UTC').replace('GMT', 'UTC').replace('-', '−')
  return name === 'UTC+0' ? 'UTC' : name
}

/** ICU writes a hyphen; labels such as −5 % have a minus sign. */
const withMinus = (text: string) => text.replace('-', '−')

/** A value that is created at its first use. */
function lazily<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}

/**
 * Creates the formatters of `locale`, each at its first use, for the IANA time zone `zone`; the system's
 * without one.
 */
export function createFormat(locale: Locale, zone?: string): Format {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    lazily(() => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }))
  const numbers = (options: Intl.NumberFormatOptions = {}) =>
    lazily(() => new Intl.NumberFormat(locale, options))
  const since = (options: Intl.RelativeTimeFormatOptions = {}) =>
    lazily(() => new Intl.RelativeTimeFormat(locale, options))

  const dayOfYear = { month: 'short', day: 'numeric', weekday: 'short' } as const
  const day = { year: 'numeric', ...dayOfYear } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const date = dates({ ...day, ...time })
  const clock = dates({ ...day, ...time, second: '2-digit' })
  const hours = dates(time)
  const weekday = dates({ weekday: locale.startsWith('ko') ? 'long' : 'short' })
  const shortDate = dates({ ...dayOfYear, ...time })
  const utcDay = dates({ ...day, timeZone: 'UTC' })
  const utcWeekday = dates({ ...dayOfYear, timeZone: 'UTC' })
  const monthDay = dates({ month: 'short', day: 'numeric' })
  const count = numbers()
  const signDisplay = 'exceptZero'
  const signed = numbers({ signDisplay })
  const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const change = numbers({ style: 'percent', ...twoDecimals, signDisplay })
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const mean = numbers({ ...oneDecimal, signDisplay })
  const tenths = numbers({ style: 'percent', ...oneDecimal, signDisplay })
  const relative = since()
  const short = since({ style: 'narrow' })
  const auto = since({ numeric: 'auto' })

  const sinceText = (format: Intl.RelativeTimeFormat, minutes: number) => {
    if (minutes < 60) return format.format(-Math.floor(minutes), 'minute')
    if (minutes < 2880) return format.format(-Math.floor(minutes / 60), 'hour')
    return format.format(-Math.floor(minutes / 1440), 'day')
  }
  const withOffset = (text: string, instant: number) => `${text} (${offsetOf(zone, instant)})`
  return {
    clock: (instant) => withOffset(clock().format(instant), instant),
    date: (instant) => withOffset(date().format(instant), instant),
    time: (instant) => hours().format(instant),
    // Korean patterns of both would put the weekday in parentheses.
    weekTime: (instant) => `${weekday().format(instant)} ${hours().format(instant)}`,
    shortDate: (instant) => shortDate().format(instant),
    utcDay: (instant) => utcDay().format(instant),
    utcWeekday: (instant) => utcWeekday().format(instant),
    price: (value, places) => {
      // Exact: decimals are rounded as text, never as a float.
      const [whole = '0', decimals] = formatDecimal(value, places).split('.')
      const grouped = count().format(BigInt(whole))
      return decimals === undefined ? grouped : `${grouped}.${decimals}`
    },
    count: (value) => count().format(value),
    signed: (value) => withMinus(signed().format(value)),
    mean: (value) => withMinus(mean().format(value)),
    change: (share) => withMinus(change().format(share)),
    move: (share) => withMinus((Math.abs(share) < 0.001 ? change : tenths)().format(share)),
    ago: (minutes) => sinceText(relative(), minutes),
    age: (minutes) => (minutes < 1 ? auto().format(0, 'second') : sinceText(short(), minutes)),
    day: (instant) => monthDay().format(instant),
    span: (duration) => {
      const units = SPAN_UNITS[locale]
      const parts = spanParts(duration)
      const shown = (['days', 'hours', 'minutes'] as const).filter((unit) => parts[unit] > 0)
      if (shown.length === 0) return `${Math.ceil(duration / 1000)}${units.seconds}`
      return shown.map((unit) => `${parts[unit]}${units[unit]}`).join(' ')
    },
  }
}

/** A duration in milliseconds as whole days, hours and minutes; negative becomes zero. */
export function spanParts(span: number): { days: number; hours: number; minutes: number } {
  const left = Math.max(0, span)
  return {
    days: Math.floor(left / DAY_MS),
    hours: Math.floor((left % DAY_MS) / HOUR_MS),
    minutes: Math.floor((left % HOUR_MS) / MINUTE_MS),
  }
}

/**
 * An IANA time zone with its UTC offsets at two instants (epoch ms): `Asia/Seoul, UTC+9`. The zone UTC
 * has no other name.
 */
export function zoneNames(zone: string, from: number, to: number): string {
  return [...new Set([zone, offsetOf(zone, from), offsetOf(zone, to)])].join(', ')
}
