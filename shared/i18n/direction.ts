import { type Direction, moveTo } from '#shared/rules/band.ts'
import type { Format } from './format.ts'
import type { marketTexts } from './market.ts'
import type { Translate } from './text.ts'

/** Texts and formats of one language. */
interface Words {
  t: Translate<(typeof marketTexts)['en-US']>
  format: Pick<Format, 'price' | 'move'>
}

/** Where an open vote stands at a price (decimal string): right, or how far from the next price that is. */
export function standingOf(
  { t, format }: Words,
  direction: Direction,
  { price, refPrice }: { price: string; refPrice: string },
): { isRight: boolean; text: string } {
  const move = moveTo(direction, price, refPrice)
  if (move === null) return { isRight: true, text: t('standing.right') }
  const values = { move: format.move(move.share), price: format.price(move.edge, 0) }
  return { isRight: false, text: t('standing.needs', values) }
}
