import { createFormat } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { cardTexts } from '#shared/i18n/screens/cards.ts'
import { translator } from '#shared/i18n/text.ts'
import { votePoints } from '#shared/rules/open-vote.ts'
import type { VoteData } from './data.ts'

/** The points of a vote if right and if wrong; without an offer those carried over, if any. */
export function votePointsText(
  { offer, carried }: Pick<VoteData, 'offer' | 'carried'>,
  locale: Locale,
): string {
  const t = translator(cardTexts, locale)
  const { signed } = createFormat(locale, 'UTC')
  if (offer) {
    const { hit, miss } = votePoints({ offer, carried })
    return t('vote.offer', { hit: signed(hit), miss: signed(miss) })
  }
  return carried === 0 ? t('vote.unpriced') : t('vote.carried', { points: signed(carried) })
}
