import { useOfferText } from '#desktop/renderer/features/market/use-offer-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { directionText } from '#shared/i18n/direction.ts'
import { votesTexts } from '#shared/i18n/screens/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'

/** Texts of the votes' screens, with offers and directions as text. */
export function useVoteText() {
  const { t: core, format } = useLanguage()
  const t = useTexts(votesTexts)

  const withLevel = (choice: VoteChoice, refPrice: string | null | undefined): string =>
    directionText({ t: core, format }, choice, refPrice)

  return { t, core, format, directionText: withLevel, ...useOfferText() }
}
