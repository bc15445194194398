import { trayTexts } from '#shared/i18n/desktop/tray.ts'
import { createFormat, type Format, offsetOf, spanParts } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { marketTexts } from '#shared/i18n/market.ts'
import { type Translate, translator } from '#shared/i18n/text.ts'

/** Texts and formats of the tray in one language and time zone. */
export interface TrayText {
  t: Translate<(typeof trayTexts)['en-US']>
  /** Names of directions and states of the price. */
  core: Translate<(typeof marketTexts)['en-US']>
  format: Format
  /** Time of day with seconds and UTC offset. */
  time(instant: number): string
  /** Duration in days, hours and minutes, without leading zero units. */
  span(milliseconds: number): string
}

/** Creates the texts of `locale` in the IANA time zone `zone`. */
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
    core: translator(marketTexts, locale),
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
