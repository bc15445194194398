import { bandPrices, type VoteChoice } from '#shared/rules/band.ts'

/** The prices a direction stands for, as decimal strings. */
export type PriceRange =
  | { kind: 'up' | 'down'; price: string }
  | { kind: 'steady'; low: string; high: string }
  | { kind: 'unknown' }

/** The range of `choice` around a reference price: beyond ±5 %, or within. */
export function priceRange(choice: VoteChoice, refPrice: string): PriceRange {
  const { up, down } = bandPrices(refPrice)
  if (choice === 'up') return { kind: 'up', price: up }
  if (choice === 'down') return { kind: 'down', price: down }
  if (choice === 'steady') return { kind: 'steady', low: down, high: up }
  return { kind: 'unknown' }
}
