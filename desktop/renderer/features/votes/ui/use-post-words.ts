import { priceRange } from '#desktop/renderer/features/votes/model/price-range.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { votePostTexts } from '#shared/i18n/screens/vote-post.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { useVoteWords } from './use-vote-words.ts'

/** What the screens of a single vote say beside that: `p` has their texts. */
export function usePostWords() {
  const words = useVoteWords()
  const p = useTexts(votePostTexts)
  const { format } = words

  /** The prices of a direction with two decimals, or that there is no reference to tell them from. */
  const range = (choice: VoteChoice, refPrice: string | null): string => {
    if (refPrice === null) return p('range.noReference')
    const found = priceRange(choice, refPrice)
    if (found.kind === 'unknown') return p('range.unknown')
    if (found.kind === 'steady') {
      const [low, high] = [format.price(found.low, 2), format.price(found.high, 2)]
      return p('range.steady', { low, high })
    }
    return p(`range.${found.kind}`, { price: format.price(found.price, 2) })
  }

  return { ...words, p, range }
}
