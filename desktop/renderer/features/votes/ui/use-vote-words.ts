import type { Worth } from '#desktop/renderer/features/votes/model/offer-of.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { votesTexts } from '#shared/i18n/screens/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'

/** What the screens of votes say: texts, and worth and direction in words. */
export function useVoteWords() {
  const { t: core, format } = useLanguage()
  const t = useTexts(votesTexts)

  const worth = (value: Worth): string => {
    if (value.kind !== 'points') return t(`offer.${value.kind}`)
    return t('offer.points', { hit: format.signed(value.hit), miss: format.signed(value.miss) })
  }

  const direction = (choice: VoteChoice): string => core(`direction.${choice}`)

  return { t, core, format, worth, direction }
}
