import {
  bandPrices,
  DIRECTION_MARKS,
  type Direction,
  moveTo,
  type VoteChoice,
} from '#shared/rules/band.ts'
import type { Format } from './format.ts'
import { marketTexts } from './market.ts'
import type { Translate } from './text.ts'

/** Texts and formats of one language. */
interface Words {
  t: Translate<(typeof marketTexts)['en-US']>
  format: Pick<Format, 'price' | 'move'>
}

/** Reference price of a round, decimal string; the levels are in percent of it while it is unknown. */
type ReferencePrice = string | null | undefined

/** The level of a direction: `above 99,027`; null without a direction. */
export function levelText({ t, format }: Words, choice: VoteChoice, refPrice: ReferencePrice) {
  if (choice === 'unknown') return null
  if (!refPrice) return t(`share.${choice}`)
  const { up, down } = bandPrices(refPrice)
  const [low, high] = [format.price(down, 0), format.price(up, 0)]
  if (choice === 'steady') return t('level.steady', { low, high })
  return t(`level.${choice}`, { price: choice === 'up' ? high : low })
}

/** The names of a direction in every language, to recognize a typed one; a shown one has its level. */
export const directionNames = (direction: Direction): string[] =>
  Object.values(marketTexts).map((texts) => texts[`direction.${direction}`])

/** A direction with its level: `▲ Up, above 99,027`. */
export function directionText(words: Words, choice: VoteChoice, refPrice: ReferencePrice): string {
  const name = `${DIRECTION_MARKS[choice]} ${words.t(`direction.${choice}`)}`
  const level = levelText(words, choice, refPrice)
  return level === null ? name : `${name}, ${level}`
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
