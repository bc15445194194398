import { createFormat } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { cardTexts } from '#shared/i18n/screens/cards.ts'
import { translator } from '#shared/i18n/text.ts'
import type { VoteOffer } from '#shared/rules/vote-offer.ts'

/** The points of a vote if right and if wrong; without an offer those carried over, if any. */
export function votePointsText(offer: VoteOffer, locale: Locale): string {
  const t = translator(cardTexts, locale)
  const { signed } = createFormat(locale, 'UTC')
  if (offer.kind === 'points') {
    return t('vote.offer', { hit: signed(offer.hit), miss: signed(offer.miss) })
  }
  return offer.kind === 'carried'
    ? t('vote.carried', { points: signed(offer.carried) })
    : t('vote.unpriced')
}
