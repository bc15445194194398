import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { votesTexts } from '#shared/i18n/screens/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import type { VoteOffer } from './offer.ts'

/** Texts of the votes' screens, with offers and directions as text. */
export function useVoteText() {
  const { t: core, format } = useLanguage()
  const t = useTexts(votesTexts)

  const offerText = (offer: VoteOffer): string => {
    if (offer.kind !== 'points') return t(`offer.${offer.kind}`)
    return t('offer.points', { hit: format.signed(offer.hit), miss: format.signed(offer.miss) })
  }

  const directionText = (choice: VoteChoice): string => core(`direction.${choice}`)

  return { t, core, format, offerText, directionText }
}
