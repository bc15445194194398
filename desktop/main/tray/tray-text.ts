import { coreTexts } from '#shared/i18n/core.ts'
import { trayTexts } from '#shared/i18n/desktop/tray.ts'
import { createFormat, type Format, offsetOf, spanParts } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { type Translate, translator } from '#shared/i18n/text.ts'

/** How the tray says things in one language and time zone. */
export interface TrayText {
  /** The texts of the tray. */
  t: Translate<(typeof trayTexts)['en-US']>
  /** The texts that the whole product shares. */
  core: Translate<(typeof coreTexts)['en-US']>
  format: Format
  /** The time of day with seconds and the offset of the zone. */
  time(instant: number): string
  /** A span of milliseconds in days, hours and minutes, without the leading ones that are nothing. */
  span(milliseconds: number): string
}

/** Makes the words of `locale` in the IANA time zone `zone`. */
export function createTrayText(locale: Locale, zone: string): TrayText {
  const t = translator(trayTexts, locale)
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
  return {
    t,
    core: translator(coreTexts, locale),
    format: createFormat(locale, zone),
    time: (instant) => `${time.format(instant)} (${offsetOf(zone, instant)})`,
    span(milliseconds) {
      const { days, hours, minutes } = spanParts(milliseconds)
      if (days > 0) return t('span.days', { days, hours, minutes })
      if (hours > 0) return t('span.hours', { hours, minutes })
      return minutes > 0 ? t('span.minutes', { minutes }) : t('span.moment')
    },
  }
}
