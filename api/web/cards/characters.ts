import { createFormat } from '#shared/i18n/format.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { marketTexts } from '#shared/i18n/market.ts'
import { cardTexts } from '#shared/i18n/screens/cards.ts'
import { rankingTexts } from '#shared/i18n/screens/ranking.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** Printable ASCII: codes, digits, hosts and English dates. */
const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))

/** A day of each month and weekday, as the cards write them. */
const dates = LOCALES.flatMap((locale) => {
  const { utcDay, weekTime } = createFormat(locale, 'UTC')
  return Array.from({ length: 53 }, (_, index) => {
    const instant = index * 8 * DAY_MS
    return utcDay(instant) + weekTime(instant)
  })
})

const textsOf = (texts: Record<string, string>, isShown: (key: string) => boolean) =>
  Object.entries(texts).map(([key, text]) => (isShown(key) ? text : ''))

const words = LOCALES.flatMap((locale) => [
  ...textsOf(marketTexts[locale], (key) => /^(direction|level|share)/.test(key)),
  ...textsOf(cardTexts[locale], (key) => !key.startsWith('alt.')),
  ...textsOf(rankingTexts[locale], (key) => key.startsWith('skill.')),
])

/** Every character that a card may show. */
export const CARD_CHARACTERS = [...new Set(`${ASCII}−–${dates.join('')}${words.join('')}`)]
  .sort()
  .join('')
