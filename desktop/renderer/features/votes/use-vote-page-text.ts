import { useTexts } from '#desktop/renderer/platform/services.ts'
import { votePostTexts } from '#shared/i18n/screens/vote-post.ts'
import { bandPrices, type VoteChoice } from '#shared/rules/band.ts'
import { useVoteText } from './use-vote-text.ts'

/** The prices of a direction as decimal strings. */
type PriceRange =
  | { kind: 'up' | 'down'; price: string }
  | { kind: 'steady'; low: string; high: string }
  | { kind: 'unknown' }

/** The prices of `choice` around a reference price: beyond ±5 % or within. */
export function priceRange(choice: VoteChoice, refPrice: string): PriceRange {
  const { up, down } = bandPrices(refPrice)
  if (choice === 'up') return { kind: 'up', price: up }
  if (choice === 'down') return { kind: 'down', price: down }
  if (choice === 'steady') return { kind: 'steady', low: down, high: up }
  return { kind: 'unknown' }
}

/** useVoteText and `pageText`, the texts of the pages of one vote, which the list does not load. */
export function useVotePageText() {
  const text = useVoteText()
  const pageText = useTexts(votePostTexts)
  const { format } = text

  /** The price range of a direction with two decimals. */
  const rangeText = (choice: VoteChoice, refPrice: string | null): string => {
    if (refPrice === null) return pageText('range.noReference')
    const range = priceRange(choice, refPrice)
    if (range.kind === 'unknown') return pageText('range.unknown')
    if (range.kind === 'steady') {
      const [low, high] = [format.price(range.low, 2), format.price(range.high, 2)]
      return pageText('range.steady', { low, high })
    }
    return pageText(`range.${range.kind}`, { price: format.price(range.price, 2) })
  }

  return { ...text, pageText, rangeText }
}
